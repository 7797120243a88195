import { useId } from 'react'
import { type AnswerOf, useApi } from '../api.ts'
import { useTexts } from '../i18n.ts'
import { Button } from '../kit/Button.tsx'
import { Card } from '../kit/Card.tsx'
import { dateTimeText, readerZone, sizeText } from '../kit/format.ts'
import { Progress } from '../kit/Progress.tsx'
import { Skeleton, Skeletons } from '../kit/Skeleton.tsx'
import { Loaded } from '../shell/Loaded.tsx'
import { useSave } from '../shell/useSave.ts'
import styles from './Privacy.module.css'
import english from './texts.en.json'

const LIST = 'GET /rest-api/privacy/copies'
type DataCopy = AnswerOf<typeof LIST>['copies'][number]

/** Polling interval while an export is being made, in milliseconds. */
const pollInterval = 3000

export function Copies() {
  const t = useTexts('privacy', english)
  const headingId = useId()
  const read = useApi(
    LIST,
    {},
    {
      handles: ['failures'],
      refreshInterval: (data) => (data?.copies.some(({ state }) => state === 'wanted') ? pollInterval : 0),
    },
  )
  const { save, saving } = useSave('POST /rest-api/privacy/copies', {
    refreshes: [LIST],
    saved: t('asked'),
    failed: ({ code }) => (code === 'copy_asked_today' ? t('oneADay') : t('askFailed')),
  })
  const isInProgress = read.data?.copies.some(({ state }) => state === 'wanted')
  return (
    <Card aria-labelledby={headingId} className={styles.card}>
      <h2 id={headingId} className={styles.title}>
        {t('copy')}
      </h2>
      <p className={styles.hint}>{t('copyHint')}</p>
      <Loaded read={read} failed={t('copiesFailed')} skeleton={<CopiesSkeleton />}>
        {({ copies }) => (
          <ul className={styles.copies}>
            {copies.map((copy) => (
              <li key={copy.id}>
                <CopyEntry copy={copy} />
              </li>
            ))}
          </ul>
        )}
      </Loaded>
      <div>
        <Button
          busy={saving}
          {...(isInProgress && { disabledReason: t('asked') })}
          onClick={() => void save({ body: { copyId: newCopyId() } })}
        >
          {t('ask')}
        </Button>
      </div>
    </Card>
  )
}

function CopyEntry({ copy: { id, state, done, wantedAt, until, bytes } }: { copy: DataCopy }) {
  const t = useTexts('privacy', english)
  const zone = readerZone()
  const { save, saving } = useSave('POST /rest-api/privacy/copies/address', { failed: t('saveFailed') })
  if (state === 'wanted') return <Progress label={t('making')} done={done} total={100} asShare />
  if (state === 'failed') return <p>{t('failedCopy')}</p>
  async function downloadCopy() {
    const response = await save({ body: { copyId: id } })
    if (response) window.location.assign(response.address)
  }
  return (
    <div className={styles.copy}>
      <div>
        <strong>{t('of', { when: dateTimeText(wantedAt, zone) })}</strong>
        <p className={styles.hint}>{t('until', { size: sizeText(bytes ?? 0), when: dateTimeText(until, zone) })}</p>
      </div>
      <Button kind="primary" busy={saving} onClick={() => void downloadCopy()}>
        {t('save')}
      </Button>
    </div>
  )
}

function CopiesSkeleton() {
  const t = useTexts('privacy', english)
  return (
    <Skeletons label={t('loading')}>
      <Skeleton height="60px" />
    </Skeletons>
  )
}

/** An unguessable id: 16 random bytes as 22 base64url characters. */
const newCopyId = () =>
  btoa(String.fromCharCode(...crypto.getRandomValues(new Uint8Array(16))))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '')
