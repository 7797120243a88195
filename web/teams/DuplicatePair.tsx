import { useState } from 'react'
import { fullName } from '#shared/rules/names.ts'
import { type AnswerOf, callApi } from '../api.ts'
import { problemText, useTexts } from '../i18n.ts'
import { Badge, Notice } from '../kit/Badge.tsx'
import { Button } from '../kit/Button.tsx'
import { Card } from '../kit/Card.tsx'
import { Link } from '../kit/Link.tsx'
import { confirm } from '../kit/confirm.ts'
import { dateText, moneyText } from '../kit/format.ts'
import { Radios } from '../kit/Radios.tsx'
import { newPart } from '../api/newPart.ts'
import { paths } from '../paths.ts'
import { useSave } from '../shell/useSave.ts'
import { mergeReads, joinNames, type Duplicates, useMarkDistinct } from './duplicates.ts'
import styles from './Duplicates.module.css'
import texts from './texts.en.json'

type Pair = Duplicates['pairs'][number]
const certainScore = 85

/** A possible duplicate: the reasons, what is known of each player, and which one is kept. */
export function DuplicatePair({ orgId, pair }: { orgId: string; pair: Pair }) {
  const t = useTexts('teams', texts)
  const { a, b, score, reasons } = pair
  const [keepId, setKeepId] = useState(a.id)
  const merging = useMerge(orgId)
  const markingApart = useMarkDistinct(orgId)
  const [kept, removed] = keepId === a.id ? [a, b] : [b, a]
  const paidText = (player: Pair['a'], cents: number | null) =>
    cents !== null && t('mergeTwicePaid', { name: fullName(player), sum: moneyText(cents) })
  return (
    <Card as="li" className={styles.pair}>
      <p className={styles.why}>
        <Badge tone={score >= certainScore ? 'success' : 'warning'}>
          {t(score >= certainScore ? 'verySure' : 'perhaps')}
        </Badge>
        <span className={styles.muted}>{reasons.map((reason) => t(`because_${reason}`)).join(' · ')}</span>
      </p>
      <Radios
        label={t('keepWhich')}
        value={keepId}
        onChange={(id) => {
          if (id) setKeepId(id)
          merging.again()
        }}
        options={[a, b].map((player) => ({
          value: player.id,
          label: fullName(player),
          hint: (
            <>
              {[
                player.bornOn && dateText(player.bornOn),
                player.teams.join(', ') || t('noTeam'),
                player.contacts.join(', '),
              ]
                .filter(Boolean)
                .join(' · ')}{' '}
              <Link to={paths.player({ playerId: player.id }, { o: orgId })}>{t('openPlayer')}</Link>
            </>
          ),
        }))}
      />
      {merging.twice.length > 0 && (
        <div role="alert" className={styles.stack}>
          {merging.twice.map(({ registrationId, name, keepPaidInCents, gonePaidInCents }) => (
            <Notice key={registrationId} tone="warning">
              {[t('mergeTwice', { name }), paidText(kept, keepPaidInCents), paidText(removed, gonePaidInCents)]
                .filter(Boolean)
                .join(' ')}
            </Notice>
          ))}
        </div>
      )}
      <div className={styles.actions}>
        <Button busy={merging.busy} onClick={() => void merging.merge(keepId, removed.id)}>
          {t('merge')} <span className="visually-hidden">{fullName(removed)}</span>
        </Button>
        <Button
          kind="quiet"
          busy={markingApart.saving}
          onClick={() => void markingApart.save({ orgId, body: { oneId: a.id, otherId: b.id, two: true } })}
        >
          {t('areTwo')} <span className="visually-hidden">{joinNames(a, b)}</span>
        </Button>
      </div>
    </Card>
  )
}

type Preview = AnswerOf<'GET /rest-api/duplicates/{orgId}/preview'>

/**
 * Previews a merge and performs it after confirmation, with an undo. `twiceRegistered`: registrations that both players have,
 * which prevented the merge.
 */
function useMerge(orgId: string) {
  const t = useTexts('teams', texts)
  const [isReading, setIsReading] = useState(false)
  const [twiceRegistered, setTwiceRegistered] = useState<Preview['twiceRegistered']>([])
  const undoing = useSave('POST /rest-api/duplicates/{orgId}/undo', {
    refreshes: mergeReads,
    saved: t('twoAgain'),
    failed: problemText,
  })
  const { save, saving } = useSave('POST /rest-api/duplicates/{orgId}/merge', {
    refreshes: mergeReads,
    saved: t('merged'),
    failed: problemText,
    undo: ({ mergeId }) => void undoing.save({ orgId, body: { mergeId } }),
  })
  async function merge(keepId: string, removedId: string): Promise<void> {
    setIsReading(true)
    try {
      const query = { keepId, goneId: removedId }
      const { player, ...counts } = await callApi('GET /rest-api/duplicates/{orgId}/preview', { orgId, query })
      setTwiceRegistered(counts.twiceRegistered)
      if (counts.twiceRegistered.length > 0) return
      const { teams, bornOn } = player
      const isConfirmed = await confirm({
        title: t('mergeTitle', { name: fullName(player) }),
        lost: [
          t('mergeTeams', { teams: teams.join(', ') || t('noTeam') }),
          bornOn && t('bornOnDay', { day: dateText(bornOn) }),
          t('mergeCounts', { family: counts.family, grownUps: counts.grownUps, invites: counts.invites }),
          counts.invitesLeft > 0 && t('mergeLeft', { count: counts.invitesLeft }),
          counts.places > 0 && t('mergePlaces', { count: counts.places }),
          counts.fees > 0 && t('mergeFees', { count: counts.fees }),
          counts.owedInCents !== null &&
            counts.owedInCents > 0 &&
            t('mergeOwed', { sum: moneyText(counts.owedInCents) }),
        ].filter((line) => typeof line === 'string'),
        kept: t('mergeKept'),
        yes: t('merge'),
      })
      if (isConfirmed) await save({ orgId, body: { mergeId: newPart('merge'), keepId, goneId: removedId } })
    } catch {
      // callApi already shows the error.
    } finally {
      setIsReading(false)
    }
  }
  return { merge, busy: isReading || saving, twice: twiceRegistered, again: () => setTwiceRegistered([]) }
}
