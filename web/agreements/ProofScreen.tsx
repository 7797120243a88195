import { useParams, useSearchParams } from 'react-router-dom'
import { isId } from '#shared/ids.ts'
import { fullName } from '#shared/rules/names.ts'
import { useApi } from '../api.ts'
import { nameText, useTexts } from '../i18n.ts'
import { Button } from '../kit/Button.tsx'
import { Card } from '../kit/Card.tsx'
import { dateTimeText } from '../kit/format.ts'
import { Skeleton, Skeletons } from '../kit/Skeleton.tsx'
import { Loaded } from '../shell/Loaded.tsx'
import { Screen } from '../shell/Screen.tsx'
import styles from './Agreements.module.css'
import english from './texts.en.json'

const READ = 'GET /rest-api/agreements/agreement/{agreementId}/proof/{playerId}'

/** Printable proof of who agreed for a player, to which text, when and from where. `?o=` is the team whose coach is looking. */
export default function ProofScreen() {
  const t = useTexts('agreements', english)
  const { agreementId = '', playerId = '' } = useParams()
  const [query] = useSearchParams()
  const teamId = query.get('o') ?? undefined
  const read = useApi(
    READ,
    { agreementId, playerId, query: teamId !== undefined && isId('team', teamId) ? { teamId } : {} },
    { handles: ['failures'] },
  )
  const printButton = read.data && <Button onClick={() => window.print()}>{t('print')}</Button>
  return (
    <Screen title={t('proof')} width="form" actions={printButton}>
      <Loaded
        read={read}
        failed={t('proofFailed')}
        skeleton={
          <Skeletons label={t('loading')}>
            <Skeleton height="320px" />
          </Skeletons>
        }
      >
        {({ clubName, timezone, player, signatures }) =>
          signatures.map(({ title, text, textVersion, by, signedAt, from, ofAge }) => (
            <Card key={`${textVersion} ${signedAt}`} as="article">
              <h2 className={styles.title}>{title}</h2>
              <dl className={styles.facts}>
                <dt>{t('club')}</dt>
                <dd>{clubName}</dd>
                <dt>{t('player')}</dt>
                <dd>{fullName(player)}</dd>
                <dt>{t('version')}</dt>
                <dd>{textVersion}</dd>
                <dt>{ofAge ? t('agreedThemselves') : t('agreedAsGuardian')}</dt>
                <dd>{nameText(by)}</dd>
                <dt>{t('when')}</dt>
                <dd>{dateTimeText(signedAt, timezone)}</dd>
                {from !== '' && (
                  <>
                    <dt>{t('fromAddress')}</dt>
                    <dd>{from}</dd>
                  </>
                )}
              </dl>
              <p className={styles.whole}>{text}</p>
            </Card>
          ))
        }
      </Loaded>
    </Screen>
  )
}
