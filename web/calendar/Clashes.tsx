import { useTexts } from '../i18n.ts'
import { Notice } from '../kit/Badge.tsx'
import texts from './texts.en.json'
import { type PlannedEvent, useClashes } from './useClashes.ts'

/** The number of clashes listed individually, earliest first. */
const maxClashes = 3

/** Warns about clashing events; they may be intended, so nothing is blocked. */
export function Clashes({ orgUnitId, ...planned }: PlannedEvent & { orgUnitId: string }) {
  const t = useTexts('calendar', texts)
  const clashes = useClashes(orgUnitId, planned)
  return (
    <>
      {clashes.slice(0, maxClashes).map(({ id, name, team, when, isOwn }) => (
        <Notice key={id} tone="warning">
          {name === null
            ? t('clashOfOthers', { team, when })
            : t(isOwn ? 'clashOfTeam' : 'clash', { name, team, when })}
        </Notice>
      ))}
      {clashes.length > maxClashes && (
        <Notice tone="warning">{t('moreClashes', { count: clashes.length - maxClashes })}</Notice>
      )}
    </>
  )
}
