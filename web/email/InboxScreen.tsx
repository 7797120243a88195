import { fold, matchesText, words } from '#shared/rules/textMatching.ts'
import { nameText, useTexts } from '../i18n.ts'
import { Badge } from '../kit/Badge.tsx'
import { Button } from '../kit/Button.tsx'
import { MailIcon } from '../kit/icons.tsx'
import { SearchField } from '../kit/SearchField.tsx'
import { RowSkeletons } from '../kit/Skeleton.tsx'
import { EmptyState } from '../kit/States.tsx'
import { paths } from '../paths.ts'
import { LoadedList } from '../shell/LoadedList.tsx'
import { Screen } from '../shell/Screen.tsx'
import { useSearchState } from '../shell/useSearchState.ts'
import { useApiPages } from '../api/useApiPages.ts'
import type { AnswerOf } from '../api.ts'
import styles from './Email.module.css'
import { EmailLine } from './EmailLine.tsx'
import texts from './texts.en.json'

type Email = AnswerOf<'GET /rest-api/mail/getEmails'>['emails'][number]

/** Emails sent to the family, newest first. */
export default function InboxScreen() {
  const t = useTexts('email', texts)
  const read = useApiPages('GET /rest-api/mail/getEmails', { query: {} }, { handles: ['failures'] })
  return (
    <Screen title={t('email')} width="form">
      <LoadedList
        read={read}
        itemsOf={({ emails }) => emails}
        skeleton={<RowSkeletons label={t('loading')} height="92px" />}
        failed={t('failed')}
        empty={<EmptyState title={t('nothing')} hint={t('nothingHint')} icon={<MailIcon size={32} />} />}
      >
        {(emails) => <Inbox emails={emails} hasMore={read.more !== undefined} />}
      </LoadedList>
    </Screen>
  )
}

function Inbox({ emails, hasMore }: { emails: readonly Email[]; hasMore: boolean }) {
  const t = useTexts('email', texts)
  const [typed, setTyped] = useSearchState('')
  const searchWords = words(fold(typed))
  const matches = emails.filter(({ subject, from, beginning, orgUnit, players }) =>
    matchesText([subject, nameText(from), beginning, orgUnit, ...players].join(' '), searchWords),
  )
  return (
    <>
      {emails.length > 5 && <SearchField label={t('search')} value={typed} onChange={setTyped} />}
      {matches.length === 0 && (
        <EmptyState title={t('noneFound')} hint={hasMore ? t('noneFoundHint') : ''}>
          <Button onClick={() => setTyped('')}>{t('showAll')}</Button>
        </EmptyState>
      )}
      <ul className={styles.list} aria-label={t('email')}>
        {matches.map((email) => (
          <EmailLine
            key={email.id}
            to={paths.email({ emailId: email.id })}
            email={{ ...email, from: `${nameText(email.from)} · ${email.orgUnit}` }}
            unread={email.read ? undefined : t('unread')}
          >
            {email.urgent && <Badge tone="danger">{t('urgentMark')}</Badge>}
            {email.players.map((name) => (
              <Badge key={name}>{name}</Badge>
            ))}
          </EmailLine>
        ))}
      </ul>
    </>
  )
}
