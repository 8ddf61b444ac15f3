/** One line of what is bought and what it costs; it stands in a `dl`. */
export function Line({ label, value }: { label: string; value: string }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>{value}</dd>
    </div>
  );
}
