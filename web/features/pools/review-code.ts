export async function fetchReviewCode() {
  const [{ ReviewDialog }, { PriceNotes }] = await Promise.all([
    import('./review-dialog.tsx'),
    import('./price-notes.tsx'),
    // A purchase must not wait for its client.
    import('#web/api/browser-api.ts'),
  ]);
  return { ReviewDialog, PriceNotes };
}
