import { type AnswerOf, useApi } from '../api.ts'
import { useTexts } from '../i18n.ts'
import { signedInUser } from '../session/tokens.ts'
import { Loaded } from '../shell/Loaded.tsx'
import styles from './Academy.module.css'
import { shareTimeout } from './place.ts'
import english from './texts.en.json'

export const SHARES = 'GET /rest-api/academy/storage/share/organization/{orgId}/storage-item/{storageItemId}'
export type ItemShares = AnswerOf<typeof SHARES>

/** Who sees an item, as one list. */
export function AccessList({ orgId, storageItemId }: { orgId: string; storageItemId: string }) {
  const t = useTexts('academy', english)
  const read = useApi(SHARES, { orgId, storageItemId }, { handles: ['failures', 'not_allowed'], timeout: shareTimeout })
  return (
    <Loaded read={read} failed={t('sharesFailed')} skeleton={null}>
      {(shares) => <ShareList shares={shares} />}
    </Loaded>
  )
}

function ShareList({ shares }: { shares: ItemShares }) {
  const t = useTexts('academy', english)
  const lines = [
    ...shares.orgUnits.map((each) => ({ key: each.orgUnitId, ...each })),
    ...shares.admins.map((each) => ({ key: each.userId, ...each })),
    ...shares.players.map((each) => ({ key: each.playerId, ...each })),
  ]
  const isAlone =
    shares.otherPlayers === 0 && lines.length === 1 && shares.admins.some(({ userId }) => userId === signedInUser())
  return (
    <section aria-label={t('whoSees')} className={styles.seers}>
      <h3>{t('whoSees')}</h3>
      {isAlone && <p>{t('onlyYouSee')}</p>}
      <ul>
        <li className={styles.muted}>{t('owners', { count: shares.owners })}</li>
        {lines.map(({ key, name, accessType, from }) => (
          <li key={key}>
            <b>{name}</b> <span className={styles.muted}>{t(accessType)}</span>
            {from && <span className={styles.muted}> · {t('byFolder', { name: from.name })}</span>}
          </li>
        ))}
        {shares.otherPlayers > 0 && (
          <li className={styles.muted}>{t('otherPlayers', { count: shares.otherPlayers })}</li>
        )}
      </ul>
    </section>
  )
}
