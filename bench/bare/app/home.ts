import { createElement as h } from 'react';

export default function Home() {
  return h('main', null, h('h1', null, 'A bare page'));
}
