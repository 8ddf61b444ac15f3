/** How many sales wait or are on their way in this process, for work that can wait (docs/decisions/028). */
let sales = 0;

export const salesUnderWay = (): number => sales;

export async function whileSelling<T>(sale: Promise<T>): Promise<T> {
  sales += 1;
  try {
    return await sale;
  } finally {
    sales -= 1;
  }
}
