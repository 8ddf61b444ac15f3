/** Lists the player's own limits that are used to 80 % or more. */
import { limitFields } from '#rules/values/limits.ts';
import { money } from '#texts/number.ts';
import { useText } from '#web/text/text.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { hasOwn, type SentLimits } from './limit-change.ts';

export function UsedLimits({ limits }: { limits: SentLimits }) {
  const { t } = useText();
  const near = limitFields.filter(
    (field) => hasOwn(limits, field) && limits[field] > 0 && limits.used[field] * 5 >= limits[field] * 4,
  );
  if (near.length === 0) return null;
  return (
    <Notice kind="info" role="status">
      {near.map((field) => {
        const [used, limit] = [limits.used[field], limits[field]];
        const words = { field, used: money(used), left: money(limit - used), limit: money(limit) };
        return (
          <p key={field}>{t(used >= limit ? 'myPages.limits.reached' : 'myPages.limits.near', words)}</p>
        );
      })}
    </Notice>
  );
}
