try {
  sessionStorage.length;
} catch {
  const nothing = { length: 0, key: () => null, getItem: () => null, setItem() {}, removeItem() {} };
  Object.defineProperty(window, 'sessionStorage', { value: nothing });
}
