import { expect, test } from 'vitest';
import { fill } from './tree.ts';
import { type Callback, layoutOf, type TreeField, type TreeService } from './wire.ts';

const values: Record<TreeField, string> = {
  clientId: 'us',
  relatedParty: '',
  title: 'Hending',
  user: '6110011',
  message: 'Tala 1234',
  vchoice: 'false',
  confirmMessage: 'false',
  hash: 'false',
  method: 'sim',
};

function begun(service: TreeService, methods: readonly string[]) {
  const callbacks = layoutOf(service).map((field, index): Callback => {
    const isMethod = field === 'method';
    return {
      type: isMethod ? 'ChoiceCallback' : 'NameCallback',
      output: [{ name: 'prompt', value: field }, ...(isMethod ? [{ name: 'choices', value: methods }] : [])],
      input: [{ name: `IDToken${index + 1}`, value: '' }],
      _id: index,
    };
  });
  return { authId: 'a', callbacks };
}

const filledIn = (service: TreeService, methods: readonly string[]) =>
  fill(begun(service, methods), service, values).callbacks.map(({ input }) => input?.[0]?.value);

test('api_v202 has an application title at index 2, the older trees have none', () => {
  const rest = ['6110011', 'Tala 1234', 'false', 'false', 'false', 1];
  expect(filledIn('api_v202', ['app', 'sim'])).toEqual(['us', '', 'Hending', ...rest]);
  for (const service of ['api_v200', 'api_v201'] as const)
    expect(filledIn(service, ['app', 'sim'])).toEqual(['us', '', ...rest]);
});

test('the method is looked up in the callback, wherever it stands; what else it holds goes back', () => {
  expect(filledIn('api_v202', ['sim', 'card', 'app']).at(-1)).toBe(0);
  expect(filledIn('api_v202', ['card', 'app', 'sim']).at(-1)).toBe(2);
  expect(fill(begun('api_v202', ['sim']), 'api_v202', values).callbacks[3]).toMatchObject({ _id: 3 });
});

test('another tree than agreed, or one without our method, is not guessed at', () => {
  expect(() => filledIn('api_v202', ['card'])).toThrow('no method sim');
  expect(() => fill(begun('api_v200', ['sim']), 'api_v202', values)).toThrow('asks for 8 values, not 9');
});
