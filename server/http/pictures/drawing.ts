/** What the thread that draws is asked and answers. */
export type Drawing = {
  /** SVG of 1200 × 630 without text. */
  ground: string;
  /** Boxes with text, in the shape that satori lays out. */
  front: unknown;
};

export type DrawingAnswer = { png: Uint8Array<ArrayBuffer> } | { error: string };
