import { useId } from 'react'
import { type AnswerOf, useApi } from '../api.ts'
import { useTexts } from '../i18n.ts'
import { Notice } from '../kit/Badge.tsx'
import { Button } from '../kit/Button.tsx'
import { Card } from '../kit/Card.tsx'
import { confirm } from '../kit/confirm.ts'
import { useNow } from '../shell/useNow.ts'
import { dateTimeText, listText, readerZone } from '../kit/format.ts'
import { KeptFocus } from '../kit/KeptFocus.tsx'
import { Skeleton, Skeletons } from '../kit/Skeleton.tsx'
import { paths } from '../paths.ts'
import { Loaded } from '../shell/Loaded.tsx'
import { useSave } from '../shell/useSave.ts'
import styles from './Privacy.module.css'
import english from './texts.en.json'

const READ = 'GET /rest-api/privacy/erasure'
type Preview = AnswerOf<typeof READ>

/** Says what an erasure removes and keeps before it is requested; until it happens it can be withdrawn. */
export function Erase() {
  const t = useTexts('privacy', english)
  const headingId = useId()
  const read = useApi(READ, {}, { handles: ['failures'] })
  return (
    <Card aria-labelledby={headingId} className={styles.card}>
      <h2 id={headingId} className={styles.title}>
        {t('erase')}
      </h2>
      <p className={styles.hint}>{t('eraseHint')}</p>
      <KeptFocus label={t('erase')} className={styles.card}>
        <Loaded
          read={read}
          failed={t('erasureFailed')}
          skeleton={
            <Skeletons label={t('loading')}>
              <Skeleton height="240px" />
            </Skeletons>
          }
        >
          {(preview) =>
            preview.standing ? (
              <PendingErasure standing={preview.standing} lastIn={preview.lastIn} />
            ) : (
              <ErasureRequest preview={preview} />
            )
          }
        </Loaded>
      </KeptFocus>
    </Card>
  )
}

function ErasureRequest({ preview: { goes: removed, lastIn, alone: unaccompanied } }: { preview: Preview }) {
  const t = useTexts('privacy', english)
  const { save, saving } = useSave('POST /rest-api/privacy/erasure', {
    refreshes: [READ],
    saved: t('begun'),
    failed: t('beginFailed'),
  })
  async function requestErasure() {
    const question = { title: t('sure'), lost: t('sureLost'), kept: t('sureKept'), yes: t('begin') }
    if (await confirm(question)) await save({})
  }
  const rights = removed.clubs + removed.teams
  const removedItems = [
    t('goesAccount'),
    removed.players > 0 && t('goesPlayers', { count: removed.players }),
    unaccompanied > 0 && t('goesAlone', { count: unaccompanied }),
    removed.following > 0 && t('goesFollowing', { count: removed.following }),
    rights > 0 && t('goesRights', { count: rights }),
    removed.conversations > 0 && t('goesChat', { count: removed.conversations }),
    removed.feeds > 0 && t('goesFeeds', { count: removed.feeds }),
  ]
  const keptItems = [t('staysPlayers'), t('staysMoney'), t('staysAgreed'), t('staysEmails'), t('staysLog')]
  const lastInReason = lastIn.length > 0 ? t('lastIn', { clubs: listText(lastIn) }) : undefined
  return (
    <>
      <List title={t('goes')} items={removedItems} />
      <List title={t('stays')} items={keptItems} />
      {lastInReason && <Notice tone="warning">{lastInReason}</Notice>}
      <div>
        <Button kind="danger" busy={saving} disabledReason={lastInReason} onClick={() => void requestErasure()}>
          {t('begin')}
        </Button>
      </div>
    </>
  )
}

function List({ title, items }: { title: string; items: readonly (string | false)[] }) {
  const id = useId()
  return (
    <div>
      <h3 id={id}>{title}</h3>
      <ul className={styles.list} aria-labelledby={id}>
        {items.filter(Boolean).map((item) => (
          <li key={String(item)}>{item}</li>
        ))}
      </ul>
    </div>
  )
}

type PendingErasureProps = { standing: NonNullable<Preview['standing']>; lastIn: Preview['lastIn'] }

/** It is delayed past its due date while it would leave a club without anyone who appoints its administrators. */
function PendingErasure({ standing: { due, receiptId }, lastIn }: PendingErasureProps) {
  const t = useTexts('privacy', english)
  const dueText = dateTimeText(due, readerZone())
  const isOverdue = due < useNow()
  const { save, saving } = useSave('DELETE /rest-api/privacy/erasure', {
    refreshes: [READ],
    saved: t('takenBack'),
    failed: t('takeBackFailed'),
  })
  const receipt = paths.erasureReceipt({ receiptId })
  return (
    <>
      <Notice tone="danger">{isOverdue ? t('waits', { when: dueText }) : t('due', { when: dueText })}</Notice>
      {lastIn.length > 0 && <Notice tone="warning">{t('lastIn', { clubs: listText(lastIn) })}</Notice>}
      <p>{t('receipt')}</p>
      <p className={styles.receipt}>
        <a href={receipt}>{location.origin + receipt}</a>
      </p>
      <div>
        <Button kind="primary" busy={saving} onClick={() => void save({})}>
          {t('takeBack')}
        </Button>
      </div>
    </>
  )
}
