import { organizationOf, teamOf } from '#shared/ids.ts'
import { useApi } from '../api.ts'
import { problemText, useTexts } from '../i18n.ts'
import { Badge } from '../kit/Badge.tsx'
import { Card } from '../kit/Card.tsx'
import { Link } from '../kit/Link.tsx'
import { dateText, moneyText, readerZone } from '../kit/format.ts'
import { ErrorState } from '../kit/States.tsx'
import { paths } from '../paths.ts'
import { useWhyCannot } from '../shell/useWhyCannot.ts'
import styles from './Player.module.css'
import texts from './texts.en.json'

const feeTones = {
  UNPAID: 'warning',
  LATE: 'danger',
  PARTIAL: 'warning',
  PAID: 'success',
  WAIVED: 'plain',
  CANCELLED: 'plain',
} as const

/** A player's agreements and fees, as far as they concern the reader. */
export function PlayerStanding({ playerId, teamId }: { playerId: string; teamId: string | undefined }) {
  const t = useTexts('teams', texts)
  const query = teamId === undefined ? {} : { o: teamId }
  const { data, error, isValidating, mutate } = useApi(
    'GET /rest-api/teams/player/{playerId}/standing',
    { playerId, query },
    { handles: ['failures', 'not_allowed'] },
  )
  const { papers: agreements, fees } = data ?? {}
  const whyCannot = useWhyCannot()
  /** Link to the fee: for its treasurers, or where its family pays. */
  function toFeePath(feeId: string): string {
    const [orgId, unit] = [organizationOf(feeId), teamOf(feeId)]
    const isTreasurer = whyCannot('canEditFees', unit ?? orgId) === undefined
    return isTreasurer ? paths.payments({ orgId, teamId: unit }, { player: playerId }) : paths.myPayments()
  }
  if (!data && error)
    return (
      <ErrorState
        title={t('standingFailed')}
        hint={problemText(error)}
        retryLabel={t('retry')}
        onRetry={() => void mutate()}
        busy={isValidating}
      />
    )
  return (
    <>
      {agreements && agreements.length > 0 && (
        <Card aria-label={t('papers')}>
          <h2 className={styles.title}>{t('papers')}</h2>
          <ul className={styles.list}>
            {agreements.map(({ id, title, signed }) => (
              <li key={id}>
                {signed ? (
                  <>
                    <Link to={paths.agreementProof({ agreementId: id, playerId }, teamId ? { o: teamId } : {})}>
                      {title}
                    </Link>
                    <span className={styles.muted}>
                      {t('signedBy', { name: signed.by, day: dateText(signed.at, readerZone()) })}
                    </span>
                  </>
                ) : (
                  <>
                    <Link to={paths.agreements({ id: organizationOf(playerId) })}>{title}</Link>
                    <Badge tone="warning">{t('notSigned')}</Badge>
                  </>
                )}
              </li>
            ))}
          </ul>
        </Card>
      )}
      {fees && fees.length > 0 && (
        <Card aria-label={t('fees')}>
          <h2 className={styles.title}>{t('fees')}</h2>
          <ul className={styles.list}>
            {fees.map(({ id, name, amountInCents, outstandingInCents, dueOn, status }) => (
              <li key={id}>
                <span>
                  <Link to={toFeePath(id)}>{name}</Link> <Badge tone={feeTones[status]}>{t(`fee_${status}`)}</Badge>
                </span>
                <span className={styles.muted}>
                  {outstandingInCents > 0
                    ? t('owedOf', {
                        owed: moneyText(outstandingInCents),
                        amount: moneyText(amountInCents),
                        day: dateText(dueOn),
                      })
                    : moneyText(amountInCents)}
                </span>
              </li>
            ))}
          </ul>
        </Card>
      )}
    </>
  )
}
