import { useParams } from 'react-router-dom'
import { useApi } from '../api.ts'
import { useTexts } from '../i18n.ts'
import { Switch } from '../kit/Checkbox.tsx'
import { Skeleton, Skeletons } from '../kit/Skeleton.tsx'
import { Loaded } from '../shell/Loaded.tsx'
import { Screen } from '../shell/Screen.tsx'
import { change, useSave } from '../shell/useSave.ts'
import styles from './Developers.module.css'
import english from './texts.en.json'
import { TokenLine } from './TokenLine.tsx'
import { Webhooks } from './Webhooks.tsx'

const READ = 'GET /rest-api/developers/club/{orgId}'

/** Whether programs may read in a club, and the tokens by which they do. */
export default function ClubDevelopersScreen() {
  const t = useTexts('developers', english)
  const { orgId = '' } = useParams()
  const read = useApi(READ, { orgId }, { handles: ['failures'] })
  const { save } = useSave('PUT /rest-api/developers/club/{orgId}', {
    optimistic: ({ body: { on } }) => [change(READ, { orgId }, (current) => ({ ...current, on }))],
    saved: t('saved'),
    failed: t('saveFailed'),
  })
  const skeleton = (
    <Skeletons label={t('loading')}>
      <Skeleton height="60px" />
      <Skeleton height="240px" />
    </Skeletons>
  )
  return (
    <Screen title={t('clubTitle')} width="form">
      <Loaded read={read} skeleton={skeleton} failed={t('clubFailed')}>
        {({ on, tokens }) => (
          <div className={styles.page}>
            <section aria-label={t('tokens')}>
              <h2 className={styles.title}>{t('tokens')}</h2>
              <Switch
                label={t('letTokens')}
                hint={t('letTokensHint')}
                value={on}
                onChange={(next) => void save({ orgId, body: { on: next } })}
              />
              {tokens.length === 0 ? (
                <p className={styles.hint}>{t('noClubTokens')}</p>
              ) : (
                <ul className={styles.list}>
                  {tokens.map((token) => (
                    <TokenLine
                      key={token.tokenId}
                      token={{ ...token, organizationId: orgId }}
                      ownerName={token.owner.name}
                      removedBy="club"
                    />
                  ))}
                </ul>
              )}
            </section>
          </div>
        )}
      </Loaded>
      <Webhooks orgId={orgId} />
    </Screen>
  )
}
