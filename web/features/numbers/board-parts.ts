/** Properties that the parts of the board and the dialogs over it share. */
import type { PlayDraw } from './quote.ts';
import type { Matrix } from './slip.ts';
import type { SlipDesk } from './use-slip.ts';

export type BoardParts = { desk: SlipDesk; draw: PlayDraw; matrix: Matrix };
export type BoardDialogProps = BoardParts & { onClose: () => void };
