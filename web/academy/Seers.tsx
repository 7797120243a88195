import { type AnswerOf, useApi } from '../api.ts'
import { useTexts } from '../i18n.ts'
import { signedInUser } from '../session/tokens.ts'
import styles from './Academy.module.css'
import { patience } from './place.ts'
import english from './texts.en.json'

export const SHARES = 'GET /rest-api/academy/storage/share/organization/{orgId}/storage-item/{storageItemId}'
export type SharesOf = AnswerOf<typeof SHARES>

/** Who sees an item, in one list. */
export function Seers({ orgId, storageItemId }: { orgId: string; storageItemId: string }) {
  const t = useTexts('academy', english)
  const { data } = useApi(SHARES, { orgId, storageItemId }, { handles: ['failures', 'not_allowed'], timeout: patience })
  if (!data) return null
  const lines = [
    ...data.orgUnits.map((each) => ({ key: each.orgUnitId, ...each })),
    ...data.admins.map((each) => ({ key: each.userId, ...each })),
    ...data.players.map((each) => ({ key: each.playerId, ...each })),
  ]
  const isAlone =
    data.otherPlayers === 0 && lines.length === 1 && data.admins.some(({ userId }) => userId === signedInUser())
  return (
    <section aria-label={t('whoSees')} className={styles.seers}>
      <h3>{t('whoSees')}</h3>
      {isAlone && <p>{t('onlyYouSee')}</p>}
      <ul>
        <li className={styles.muted}>{t('owners', { count: data.owners })}</li>
        {lines.map(({ key, name, accessType, from }) => (
          <li key={key}>
            <b>{name}</b> <span className={styles.muted}>{t(accessType)}</span>
            {from && <span className={styles.muted}> · {t('byFolder', { name: from.name })}</span>}
          </li>
        ))}
        {data.otherPlayers > 0 && <li className={styles.muted}>{t('otherPlayers', { count: data.otherPlayers })}</li>}
      </ul>
    </section>
  )
}
