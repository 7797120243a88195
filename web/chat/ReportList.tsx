import { useState } from 'react'
import type { AuthorMeasure } from '#shared/rules/chat.ts'
import type { AnswerOf } from '../api.ts'
import { problemText, useTexts } from '../i18n.ts'
import { Badge } from '../kit/Badge.tsx'
import { Button } from '../kit/Button.tsx'
import { confirm } from '../kit/confirm.ts'
import { dayText, readerZone, timeText } from '../kit/format.ts'
import { Menu } from '../kit/Menu.tsx'
import { useSave } from '../shell/useSave.ts'
import styles from './Chat.module.css'
import { InspectDialog } from './InspectDialog.tsx'
import texts from './texts.en.json'

const REPORTS = 'GET /rest-api/chat/reports/{orgId}'
type Answer = AnswerOf<typeof REPORTS>
type Report = Answer['reports'][number]

/** The reported messages of a club, with the administrators' actions. */
export function ReportList({ orgId, reports }: { orgId: string; reports: Answer['reports'] }) {
  const t = useTexts('chat', texts)
  const [looking, setLooking] = useState<string>()
  const { save, saving } = useSave('POST /rest-api/chat/reports/{orgId}/settle', {
    refreshes: [REPORTS],
    saved: (report, { body: { settled, author } }) =>
      author
        ? t(`${author}Now`)
        : t(settled === 'hidden' ? 'hiddenNow' : report.settled === 'hidden' ? 'hiddenMeanwhile' : 'keptNow'),
    failed: problemText,
  })
  const settle = ({ conversationSid, messageSid }: Report, settled: 'hidden' | 'kept', author?: AuthorMeasure) =>
    void save({ orgId, body: { conversationSid, messageSid, settled, ...(author && { author }) } })
  async function block(each: Report) {
    const name = each.author || t('someone')
    const lost = t('blockLost', { name })
    if (await confirm({ title: t('blockTitle', { name }), lost, kept: t('blockKept'), yes: t('hideAndBlock') }))
      settle(each, 'hidden', 'blocked')
  }
  return (
    <>
      <ul className={styles.hits}>
        {reports.map((each) => (
          <li key={`${each.messageSid} ${each.reportedBy} ${each.reportedAt}`}>
            <p className={styles.meta}>
              {each.author || t('someone')} · {dayText(each.sentAt, readerZone())} {timeText(each.sentAt, readerZone())}
            </p>
            <p className={styles.text} dir="auto">
              {[each.text, ...each.files].filter(Boolean).join(' · ')}
            </p>
            <p>
              {t('reportedBy', { name: each.reportedBy || t('someone'), reason: t(`${each.reason}Reason`) })}
              {each.note && ` “${each.note}”`}
            </p>
            <div className={styles.choices}>
              {each.settled && <Badge>{t(each.settled === 'hidden' ? 'settledHidden' : 'settledKept')}</Badge>}
              {each.authorWas && <Badge tone="warning">{t(`${each.authorWas}Badge`)}</Badge>}
              {!each.settled && (
                <>
                  <Button kind="danger" busy={saving} onClick={() => settle(each, 'hidden')}>
                    {t('hide')}
                  </Button>
                  <Button busy={saving} onClick={() => settle(each, 'kept')}>
                    {t('letStand')}
                  </Button>
                </>
              )}
              <Menu
                about={t('messageOf', { name: each.author || t('someone') })}
                items={[
                  { label: t('look'), run: () => setLooking(each.conversationSid) },
                  each.authorWas === null && { label: t('hideAndWarn'), run: () => settle(each, 'hidden', 'warned') },
                  each.authorWas !== 'blocked' && {
                    label: t('hideAndBlock'),
                    danger: true,
                    run: () => void block(each),
                  },
                ]}
              />
            </div>
          </li>
        ))}
      </ul>
      {looking !== undefined && (
        <InspectDialog orgId={orgId} conversationSid={looking} close={() => setLooking(undefined)} />
      )}
    </>
  )
}

/** The people blocked from chat, with a button to unblock each. */
export function BlockedList({ orgId, blocked }: { orgId: string; blocked: Answer['blocked'] }) {
  const t = useTexts('chat', texts)
  const { save, saving } = useSave('DELETE /rest-api/chat/blocked/{orgId}', {
    refreshes: [REPORTS],
    saved: t('unblockedNow'),
    failed: problemText,
  })
  return (
    <ul className={styles.hits} aria-label={t('blockedPeople')}>
      {blocked.map(({ userId, name, blockedAt }) => (
        <li key={userId}>
          <p>
            {name || t('someone')} · {dayText(blockedAt, readerZone())}
          </p>
          <Button kind="quiet" busy={saving} onClick={() => void save({ orgId, query: { userId } })}>
            {t('unblock')}
          </Button>
        </li>
      ))}
    </ul>
  )
}
