import { type Import, parse } from '#tools/source/parse.ts';
import { type Finding, isCode, isTest, type Tree } from '#tools/source/tree.ts';
import type { Area } from './area.ts';
import { isPackageOf, isSeen, resolveImport } from './imports.ts';
import { areas, testExtras, unwalled } from './levels.ts';

/** Every import that goes through a wall of levels.ts, and every file that stands where it may not. */
export function checkWalls(tree: Tree): Finding[] {
  const findings: Finding[] = [];
  for (const [path, text] of tree) {
    if (!isCode(path)) continue;
    if (path.endsWith('.tsx') && !path.startsWith('web/')) {
      findings.push({ path, message: 'JSX lives under web/ only: rename it to .ts, or move it' });
    }
    const area = areas.find((each) => each.at.test(path));
    if (area) {
      const { imports } = parse(path, text);
      findings.push(...imports.flatMap((each) => judge(path, area, each)));
      if (area.importsMax && imports.length > area.importsMax) {
        findings.push({ path, message: `more than ${area.importsMax} imports: ${area.instead}` });
      }
    } else if (!unwalled.test(path)) {
      findings.push({
        path,
        message: 'this folder has no line in tools/walls/levels.ts: say whom it may import',
      });
    }
  }
  return findings;
}

function judge(path: string, area: Area, { specifier, line, typeOnly, later }: Import): Finding[] {
  const target = resolveImport(path, specifier);
  const captured = area.at.exec(path)?.[1] ?? '';
  if ('package' in target) {
    const allowed = typeof area.packages === 'function' ? area.packages(captured) : area.packages;
    if (!allowed || isTest(path) || isPackageOf(target.package, allowed)) return [];
    if (target.package.startsWith('node:') && path.includes('.server.')) return [];
    return [{ path, line, message: `${area.name} may not import "${specifier}": ${area.instead}` }];
  }
  const extras = isTest(path) ? testExtras : [];
  if (isSeen(target.file, [...area.sees, ...extras], captured)) return [];
  if (later && isSeen(target.file, area.later ?? [], captured)) return [];
  const seesType = isSeen(target.file, area.types ?? [], captured);
  if (seesType && (typeOnly || isTest(path))) return [];
  const what = seesType ? 'a value of' : 'from';
  const instead = seesType ? 'write `import type`, or move the value to rules/' : area.instead;
  return [{ path, line, message: `${area.name} may not import ${what} ${target.file}: ${instead}` }];
}
