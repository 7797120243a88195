import { Link } from '../kit/Link.tsx'
import { listText, numberText } from '../kit/format.ts'
import { problemText, useTexts } from '../i18n.ts'
import { Notice } from '../kit/Badge.tsx'
import { Button } from '../kit/Button.tsx'
import { Failure } from '../kit/Failure.tsx'
import { ExpandableList } from '../kit/ExpandableList.tsx'
import { Skeleton } from '../kit/Skeleton.tsx'
import { paths } from '../paths.ts'
import { useWhyCannot } from '../shell/useWhyCannot.ts'
import styles from './Email.module.css'
import texts from './texts.en.json'
import type { useRecipients } from './useRecipients.ts'

/** How many recipients with problems are listed by name. */
const maxNamed = 30

/** Preview before sending: how many people get it and who, who has no address, and whose family is missing. */
export function Recipients({ orgUnitId, audience }: { orgUnitId: string; audience: ReturnType<typeof useRecipients> }) {
  const t = useTexts('email', texts)
  const mayInvite = useWhyCannot()('canEditPlayers', orgUnitId) === undefined
  const { isEmpty, tooMany, preview, problem, retry } = audience
  if (isEmpty) return <p>{t('nobodyChosen')}</p>
  if (tooMany) return <Notice tone="warning">{t(`tooMany_${tooMany.what}`, { limit: tooMany.limit })}</Notice>
  if (problem)
    return (
      <Failure text={problemText(problem)}>
        <Button kind="quiet" onClick={retry}>
          {t('again')}
        </Button>
      </Failure>
    )
  if (!preview) return <Skeleton height="52px" />
  const { recipients, without } = preview
  const namesWithoutAddress = recipients
    .filter(({ hasAddress }) => !hasAddress)
    .map(({ name }) => name || t('nameless'))
  const bouncedNames = recipients.filter(({ comesBack }) => comesBack).map(({ name }) => name || t('nameless'))
  /** A whole club may have thousands of them. */
  function listNames(names: readonly string[]): string {
    const count = names.length - maxNamed
    if (count <= 0) return listText(names)
    return listText([...names.slice(0, maxNamed), t('moreNames', { count, shown: numberText(count) })])
  }
  return (
    <>
      <div className={styles.recipients}>
        {recipients.length === 0 ? (
          <p>{t('reachesNobody')}</p>
        ) : (
          <details>
            <summary>{t('reaches', { count: recipients.length, shown: numberText(recipients.length) })}</summary>
            <ExpandableList items={recipients}>
              {(shown) => (
                <ul>
                  {shown.map(({ id, name, players }) => (
                    <li key={id}>{t('parentOf', { name: name || t('nameless'), players: listText(players) })}</li>
                  ))}
                </ul>
              )}
            </ExpandableList>
          </details>
        )}
      </div>
      {namesWithoutAddress.length > 0 && (
        <Notice tone="warning">{t('noAddress', { names: listNames(namesWithoutAddress) })}</Notice>
      )}
      {bouncedNames.length > 0 && <Notice tone="warning">{t('comesBack', { names: listNames(bouncedNames) })}</Notice>}
      {without.length > 0 && (
        <Notice tone="warning">
          {t('noFamily', { names: listNames(without) })}{' '}
          {mayInvite && <Link to={paths.inviteFamilies({ unitId: orgUnitId })}>{t('inviteThem')}</Link>}
        </Notice>
      )}
    </>
  )
}
