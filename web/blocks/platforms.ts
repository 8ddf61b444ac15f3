/** Records that name platforms show only there; the channel is mobile up to 1024 px. */
import type { Block } from '#contract/content.ts';
import * as platformsCss from './platforms.module.css';

const looks = { web: platformsCss.onWeb, mobile: platformsCss.onMobile };

/** The style that hides a record elsewhere, also from screen readers, and without script. */
export function platformClass(platforms: Block['platforms']): string | undefined {
  const [only, other] = platforms ?? [];
  return only === undefined || other !== undefined ? undefined : looks[only];
}
