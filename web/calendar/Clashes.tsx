import { useTexts } from '../i18n.ts'
import { Notice } from '../kit/Badge.tsx'
import texts from './texts.en.json'
import { type Asked, useClashes } from './useClashes.ts'

/** As many clashes are told one by one: the first to come. */
const mostClashes = 3

/** What is planned clashes with these: a warning, for it may be meant so. */
export function Clashes({ orgUnitId, ...asked }: Asked & { orgUnitId: string }) {
  const t = useTexts('calendar', texts)
  const clashes = useClashes(orgUnitId, asked)
  return (
    <>
      {clashes.slice(0, mostClashes).map(({ id, name, team, when, isOwn }) => (
        <Notice key={id} tone="warning">
          {name === null
            ? t('clashOfOthers', { team, when })
            : t(isOwn ? 'clashOfTeam' : 'clash', { name, team, when })}
        </Notice>
      ))}
      {clashes.length > mostClashes && (
        <Notice tone="warning">{t('moreClashes', { count: clashes.length - mostClashes })}</Notice>
      )}
    </>
  )
}
