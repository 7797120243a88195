import { useState } from 'react'
import { useApi } from '../api.ts'
import { useTexts } from '../i18n.ts'
import { Notice } from '../kit/Badge.tsx'
import { Button } from '../kit/Button.tsx'
import { Card } from '../kit/Card.tsx'
import { Dialog } from '../kit/Dialog.tsx'
import { Field } from '../kit/Field.tsx'
import { Link } from '../kit/Link.tsx'
import { Skeleton, Skeletons } from '../kit/Skeleton.tsx'
import { EmptyState } from '../kit/States.tsx'
import { paths } from '../paths.ts'
import { Loaded } from '../shell/Loaded.tsx'
import { Screen } from '../shell/Screen.tsx'
import { CopyButton } from '../kit/CopyButton.tsx'
import styles from './Developers.module.css'
import { NewToken } from './NewToken.tsx'
import english from './texts.en.json'
import { TokenLine } from './TokenLine.tsx'

const LIST = 'GET /rest-api/developers/tokens'

/** The user's access tokens, and a form for a new one. */
export default function TokensScreen() {
  const t = useTexts('developers', english)
  const read = useApi(LIST, {}, { handles: ['failures'] })
  const [newToken, setNewToken] = useState<string>()
  // Remounts the form after each token, so that it starts empty.
  const [formNumber, setFormNumber] = useState(0)
  function showToken(token: string) {
    setNewToken(token)
    setFormNumber(formNumber + 1)
  }
  const skeleton = (
    <Skeletons label={t('loading')}>
      <Skeleton height="80px" />
      <Skeleton height="320px" />
    </Skeletons>
  )
  return (
    <Screen title={t('tokens')} width="form">
      <div className={styles.page}>
        <p>{t('tokensAbout')}</p>
        <p className={styles.links}>
          <Link to={paths.developers()}>{t('toRoutes')}</Link>
        </p>
        <Loaded
          read={read}
          skeleton={skeleton}
          failed={t('tokensFailed')}
          empty={{
            when: ({ tokens }) => tokens.length === 0,
            show: (
              <Card>
                <EmptyState title={t('noTokens')} hint={t('noTokensHint')} />
              </Card>
            ),
          }}
        >
          {({ tokens }) => (
            <ul className={styles.list} aria-label={t('tokens')}>
              {tokens.map((token) => (
                <TokenLine key={token.tokenId} token={token} ownerName={token.organizationName} removedBy="own" />
              ))}
            </ul>
          )}
        </Loaded>
        {read.data && <NewToken key={formNumber} clubs={read.data.clubs} onCreated={showToken} />}
      </div>
      <Dialog
        opened={newToken !== undefined}
        close={() => setNewToken(undefined)}
        title={t('made')}
        foot={
          <Button kind="primary" onClick={() => setNewToken(undefined)}>
            {t('done')}
          </Button>
        }
      >
        {newToken && (
          <div className={styles.fields}>
            <Notice tone="warning">{t('onlyNow')}</Notice>
            <Field name="token" label={t('token')} value={newToken} onChange={() => undefined} readOnly />
            <CopyButton text={newToken} label={t('copyToken')} />
          </div>
        )}
      </Dialog>
    </Screen>
  )
}
