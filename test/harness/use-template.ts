/** Instances of the browser's files begin as copies of the template. */
import { inject } from 'vitest';
import { templateVariable } from './instance.ts';

const template = inject('instanceTemplate');
if (template !== undefined) process.env[templateVariable] = template;
