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
              <Standing standing={preview.standing} lastIn={preview.lastIn} />
            ) : (
              <Ask preview={preview} />
            )
          }
        </Loaded>
      </KeptFocus>
    </Card>
  )
}

function Ask({ preview: { goes, lastIn, alone } }: { preview: Preview }) {
  const t = useTexts('privacy', english)
  const { save, saving } = useSave('POST /rest-api/privacy/erasure', {
    refreshes: [READ],
    saved: t('begun'),
    failed: t('beginFailed'),
  })
  async function ask() {
    const question = { title: t('sure'), lost: t('sureLost'), kept: t('sureKept'), yes: t('begin') }
    if (await confirm(question)) await save({})
  }
  const rights = goes.clubs + goes.teams
  const going = [
    t('goesAccount'),
    goes.players > 0 && t('goesPlayers', { count: goes.players }),
    alone > 0 && t('goesAlone', { count: alone }),
    goes.following > 0 && t('goesFollowing', { count: goes.following }),
    rights > 0 && t('goesRights', { count: rights }),
    goes.conversations > 0 && t('goesChat', { count: goes.conversations }),
    goes.feeds > 0 && t('goesFeeds', { count: goes.feeds }),
  ]
  const staying = [t('staysPlayers'), t('staysMoney'), t('staysAgreed'), t('staysEmails'), t('staysLog')]
  const why = lastIn.length > 0 ? t('lastIn', { clubs: listText(lastIn) }) : undefined
  return (
    <>
      <List title={t('goes')} items={going} />
      <List title={t('stays')} items={staying} />
      {why && <Notice tone="warning">{why}</Notice>}
      <div>
        <Button kind="danger" busy={saving} disabledReason={why} onClick={() => void ask()}>
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

type StandingProps = { standing: NonNullable<Preview['standing']>; lastIn: Preview['lastIn'] }

/** It is delayed past its due date while it would leave a club without anyone who appoints its administrators. */
function Standing({ standing: { due, receiptId }, lastIn }: StandingProps) {
  const t = useTexts('privacy', english)
  const when = dateTimeText(due, readerZone())
  const isWaiting = due < useNow()
  const { save, saving } = useSave('DELETE /rest-api/privacy/erasure', {
    refreshes: [READ],
    saved: t('takenBack'),
    failed: t('takeBackFailed'),
  })
  const receipt = paths.erasureReceipt({ receiptId })
  return (
    <>
      <Notice tone="danger">{isWaiting ? t('waits', { when }) : t('due', { when })}</Notice>
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
