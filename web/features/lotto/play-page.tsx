export default function Page() {
  return (
    <div className="wrap">
      <h1>Stub</h1>
    </div>
  );
}
