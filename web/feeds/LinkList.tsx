import { useState } from 'react'
import { ApiProblem, type AnswerOf } from '../api.ts'
import { problemText, useTexts } from '../i18n.ts'
import { Button } from '../kit/Button.tsx'
import { Card } from '../kit/Card.tsx'
import { confirm } from '../kit/confirm.ts'
import { dateText, readerZone } from '../kit/format.ts'
import { showSnackbar } from '../kit/Snackbar.tsx'
import { change, useSave } from '../shell/useSave.ts'
import styles from './Feeds.module.css'
import english from './texts.en.json'
import { type Link, useCreateLink } from './useCreateLink.ts'

type Feed = AnswerOf<'GET /rest-api/feeds'>['feeds'][number]
type Props = { feeds: readonly Feed[]; onCreated: (link: Link) => void }

/** The user's links: what each shows, for which device, and whether that device fetches it. */
export function LinkList({ feeds, onCreated }: Props) {
  return (
    <ul className={styles.list}>
      {feeds.map((feed) => (
        <Card as="li" dense key={feed.feedId}>
          <LinkItem feed={feed} onCreated={onCreated} />
        </Card>
      ))}
    </ul>
  )
}

function LinkItem({ feed, onCreated }: { feed: Feed; onCreated: (link: Link) => void }) {
  const t = useTexts('feeds', english)
  const { feedId, scope, name, label, madeAt, fetchedOn } = feed
  const shownName = scope === 'family' ? t('family') : (name ?? t('gone'))
  const title = [shownName, label].filter(Boolean).join(' · ')
  const removeLink = useRemoval()
  const { renew, renewing } = useRenewal(onCreated)
  const day = (when: string) => dateText(when, readerZone())
  return (
    <div className={styles.line}>
      <div>
        <p className={styles.name}>{title}</p>
        <p className={styles.hint}>
          {fetchedOn === null ? t('neverFetched') : t('fetched', { day: day(fetchedOn) })}
          {' · '}
          {t('madeOn', { day: day(madeAt) })}
        </p>
      </div>
      <div className={styles.actions}>
        <Button busy={renewing} aria-label={`${t('renew')}: ${title}`} onClick={() => void renew(feed, title)}>
          {t('renew')}
        </Button>
        <Button aria-label={`${t('remove')}: ${title}`} onClick={() => void removeLink(feedId, title)}>
          {t('remove')}
        </Button>
      </div>
    </div>
  )
}

function useRemoval() {
  const t = useTexts('feeds', english)
  const { save } = useSave('DELETE /rest-api/feeds/{feedId}', {
    optimistic: ({ feedId }) => [
      change('GET /rest-api/feeds', {}, ({ feeds }) => ({ feeds: feeds.filter((each) => each.feedId !== feedId) })),
    ],
    refreshes: ['GET /rest-api/feeds'],
    saved: t('removed'),
    failed: t('removeFailed'),
  })
  return async (feedId: string, name: string) => {
    const isConfirmed = await confirm({ title: t('removeTitle', { name }), lost: t('removeLost'), yes: t('remove') })
    if (isConfirmed) await save({ feedId })
  }
}

function useRenewal(onCreated: (link: Link) => void) {
  const t = useTexts('feeds', english)
  const createLink = useCreateLink()
  const [renewing, setRenewing] = useState(false)
  async function renew({ feedId, about, label }: Feed, name: string) {
    const isConfirmed = await confirm({
      title: t('renewTitle', { name }),
      lost: t('renewLost'),
      kept: null,
      yes: t('renew'),
      kind: 'primary',
    })
    if (!isConfirmed) return
    setRenewing(true)
    try {
      onCreated(await createLink({ shown: about ?? 'family', label, feedId }))
    } catch (error) {
      if (!(error instanceof ApiProblem)) throw error
      if (!error.isReported) showSnackbar({ text: `${t('renewFailed')} ${problemText(error)}`, tone: 'danger' })
    } finally {
      setRenewing(false)
    }
  }
  return { renew, renewing }
}
