{
  const left = new Map();
  const keep = {
    input: ({ target }) => {
      if (!target.matches('select, [type=checkbox], [type=radio]')) return;
      left.delete(target);
      left.set(target, target.localName === 'select' ? target.value : target.checked);
    },
    click: ({ target }) => {
      target.closest('button[type=button]:not([popovertarget])')?.setAttribute('data-pressed', '');
    },
    submit: (event) => {
      if (event.target.hasAttribute('action')) return;
      event.preventDefault();
      event.target.setAttribute('data-kept', '');
    },
  };
  const setAgain = (field, value) => {
    if (field.localName === 'select') {
      field.value = value;
      field.dispatchEvent(new Event('change', { bubbles: true }));
    } else {
      field.checked = !value;
      field.click();
    }
  };
  const doKept = (name, act) => {
    for (const element of document.querySelectorAll(`[${name}]`)) {
      element.removeAttribute(name);
      act(element);
    }
  };
  for (const type in keep) addEventListener(type, keep[type], true);
  addEventListener('hydrated', () => {
    for (const type in keep) removeEventListener(type, keep[type], true);
    setTimeout(() => {
      for (const [field, value] of left) setAgain(field, value);
      doKept('data-pressed', (button) => button.click());
      doKept('data-kept', (form) => form.requestSubmit());
      document.documentElement.setAttribute('data-hydrated', '');
    });
  });
  const startScripts = () => {
    for (const link of document.querySelectorAll('link[rel=deferred]')) link.rel = link.dataset.rel;
    for (const deferred of document.querySelectorAll('script[type=deferred]')) {
      const script = document.createElement('script');
      script.type = 'module';
      script.nonce = deferred.nonce;
      script.textContent = deferred.textContent;
      deferred.replaceWith(script);
    }
  };
  if (document.hidden) startScripts();
  else {
    new PerformanceObserver(startScripts).observe({ type: 'paint', buffered: true });
    // A tab that was left before it was painted.
    setTimeout(startScripts, 1000);
  }
}
