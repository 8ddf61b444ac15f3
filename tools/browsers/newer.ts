/**
 * Features that the oldest browsers lack (`oldest.ts`), found by their spelling. Extend the lists
 * with each newer feature that our code may use.
 */

export type Newer = {
  name: string;
  pattern: RegExp;
  /** Which browsers lack it. */
  lacks: string;
  /** Why it may be used all the same; otherwise it may not. */
  allowed?: string;
};

/** `web/document/old-browsers.js` adds it if it is missing. */
const carried = 'old-browsers.js brings it';

const newer = (name: string, pattern: RegExp, lacks: string, allowed?: string): Newer => ({
  name,
  pattern,
  lacks,
  ...(allowed !== undefined && { allowed }),
});

export const inScript: readonly Newer[] = [
  newer(
    'Promise.withResolvers',
    /\bPromise\.withResolvers\b/,
    'Chrome 109, Firefox 115, Safari 16.4',
    carried,
  ),
  newer('URL.parse', /\bURL\.parse\b/, 'Chrome 109, Firefox 115, Safari 16.4', carried),
  newer('toSorted', /\.toSorted\b/, 'Chrome 109', carried),
  newer('toReversed', /\.toReversed\b/, 'Chrome 109', carried),
  newer('checkVisibility', /\.checkVisibility\b/, 'Safari 16.4', carried),
  newer('popovers', /\.(?:show|hide|toggle)Popover\b/, 'Chrome 109, Firefox 115, Safari 16.4', carried),
  newer(
    'startViewTransition',
    /\.startViewTransition\b/,
    'all three',
    'React and its router look for it first',
  ),
  newer('toSpliced', /\.toSpliced\b/, 'Chrome 109'),
  newer('Array.prototype.with', /\.with\(/, 'Chrome 109'),
  newer('groupBy', /\b(?:Object|Map)\.groupBy\b/, 'all three'),
  newer('Array.fromAsync', /\bArray\.fromAsync\b/, 'Chrome 109, Safari 16.4'),
  newer('well-formed strings', /\.(?:is|to)WellFormed\b/, 'Chrome 109, Firefox 115'),
  newer(
    'methods of sets',
    /\.(?:union|intersection|difference|symmetricDifference|isSubsetOf|isSupersetOf|isDisjointFrom)\(/,
    'all three',
  ),
  newer(
    'iterator helpers',
    /\bIterator\.(?:from|concat)\b|\.(?:values|keys|entries)\(\)\.(?:map|filter|take|drop|flatMap|reduce|toArray|some|every|find)\(/,
    'all three',
  ),
  newer('Promise.try', /\bPromise\.try\b/, 'all three'),
  newer('URL.canParse', /\bURL\.canParse\b/, 'Chrome 109, Safari 16.4'),
  newer('RegExp.escape', /\bRegExp\.escape\b/, 'all three'),
  newer('Math.sumPrecise', /\bMath\.sumPrecise\b/, 'all three'),
  newer('AbortSignal.any', /\bAbortSignal\.any\b/, 'all three'),
  newer('requestIdleCallback', /\brequestIdleCallback\b/, 'Safari'),
  newer(
    'scrollend',
    /["'`]scrollend["'`]/,
    'Chrome 109, Safari 16.4',
    'React names the event, we do not use it',
  ),
  newer(
    'bytes as text',
    /\.(?:toBase64|toHex|setFromBase64)\b|\bUint8Array\.from(?:Base64|Hex)\b/,
    'all three',
  ),
  newer('transfer of buffers', /\.transferToFixedLength\b/, 'all three'),
  newer('ReadableStream.from', /\bReadableStream\.from\b/, 'Chrome, Safari'),
  newer('scheduler', /\bscheduler\.(?:yield|postTask)\b/, 'Safari', 'React looks for it first'),
  newer('CloseWatcher', /\bCloseWatcher\b/, 'all three'),
  newer('invokers', /\.(?:commandForElement|popoverTargetElement)\b/, 'all three'),
  newer('moveBefore', /\.moveBefore\b/, 'all three', 'React looks for it first'),
  newer('HTML without parser', /\.(?:setHTMLUnsafe|getHTML)\b/, 'all three'),
  newer('cookieStore', /\bcookieStore\b/, 'Firefox 115, Safari 16.4'),
  newer('Temporal', /\bTemporal\b/, 'all three'),
  newer('URLPattern', /\bURLPattern\b/, 'Firefox 115, Safari 16.4'),
];

export const inStyle: readonly Newer[] = [
  newer('light-dark()', /light-dark\(/, 'all three', carried),
  newer(':popover-open', /:popover-open/, 'all three', 'stands in :is() or only moves something'),
  newer(':has()', /:has\(/, 'Firefox 115', 'spacing and emphasis alone'),
  newer('@starting-style', /@starting-style/, 'all three', 'a movement'),
  newer('text-wrap', /text-wrap:/, 'Chrome 109, Firefox 115, Safari 16.4', 'where lines break'),
  newer('::details-content', /::details-content/, 'all three', 'behind @supports'),
  newer('content-visibility', /content-visibility:/, 'Firefox 115, Safari 16.4', 'print'),
  newer('scrollbar-gutter', /scrollbar-gutter:/, 'Safari 16.4', 'scroll bars lie over pages there'),
  newer('nesting', /(?:^|[{};,])\s*&/, 'Chrome 109, Firefox 115, Safari 16.4'),
  newer('color-mix()', /color-mix\(/, 'Chrome 109'),
  newer('oklch()', /\bok(?:lch|lab)\(/, 'Chrome 109'),
  newer('relative colours', /\b(?:rgb|hsl)\(from\b/, 'all three'),
  newer('@property', /@property\b/, 'Firefox 115'),
  newer('@scope', /@scope\b/, 'all three'),
  newer('anchors', /\banchor\(|position-anchor:|@position-try|position-area:/, 'all three'),
  newer('subgrid', /\bsubgrid\b/, 'Chrome 109'),
  newer('field-sizing', /field-sizing:/, 'all three'),
  newer('sizes that move', /interpolate-size:|calc-size\(|allow-discrete|transition-behavior/, 'all three'),
  newer('linear()', /\blinear\(/, 'Chrome 109, Safari 16.4'),
  newer('rounding and angles', /\b(?:round|mod|rem|sin|cos|tan|pow|sqrt|hypot)\(/, 'Chrome 109'),
  newer('timelines', /(?:animation|scroll|view)-timeline/, 'all three'),
  newer('view transitions', /view-transition-name|@view-transition/, 'all three'),
  newer(':user-valid', /:user-(?:in)?valid/, 'Chrome 109, Safari 16.4'),
  newer(':dir()', /:dir\(/, 'Chrome 109'),
  newer(':nth-child(of)', /:nth-(?:last-)?child\([^)]* of /, 'Chrome 109'),
  newer(':state()', /:state\(/, 'all three'),
  newer('line heights as units', /\d(?:rlh|lh|cap|rcap|ric|rex)\b/, 'Firefox 115'),
];

/** In JSX: `name=` or `name` of an element. */
export const inMarkup: readonly Newer[] = [
  newer('popover', /\bpopover(?:Target(?:Action)?)?=/, 'Chrome 109, Firefox 115, Safari 16.4', carried),
  newer('closedby', /\bclosedby=/i, 'Firefox 115, Safari', 'ui/dialog.tsx does the same by script'),
  newer('command', /\s(?:command|commandfor|commandFor)=/, 'all three'),
  newer('interest', /\sinterest(?:for|For|target)=/, 'all three'),
  newer('search', /<search[\s>]/, 'Chrome 109, Firefox 115, Safari 16.4', 'a name for assistive technology'),
  newer('until-found', /until-found/, 'Firefox 115, Safari'),
  newer('styled select', /<selectedcontent/, 'all three'),
  newer('declarative shadow roots', /shadowrootmode/i, 'Firefox 115'),
];

/** Lists the features used in a text that the oldest browsers lack, in words. */
export function findNewer(list: readonly Newer[], text: string): string[] {
  return list
    .filter(({ allowed, pattern }) => allowed === undefined && pattern.test(text))
    .map(
      ({ name, lacks }) =>
        `${name} is missing in ${lacks}: write it otherwise, or bring it in old-browsers.js`,
    );
}
