import type { ReactNode } from 'react'
import { nameText, useTexts } from '../i18n.ts'
import { Button } from '../kit/Button.tsx'
import { Loaded } from '../shell/Loaded.tsx'
import type { Pages } from '../api/useApiPages.ts'
import styles from './Chat.module.css'
import { ListSkeleton } from './ConversationList.tsx'
import { MessageHit } from './MessageHit.tsx'
import texts from './texts.en.json'
import type { Message } from './useConversation.ts'

type Page = { messages: readonly Message[]; people: readonly { userId: string; name: string }[] }
type Props<P extends Page> = {
  pages: Pages<P>
  /** Shown if there are no messages; by default the list is empty. */
  empty?: ReactNode
  /** Renders content below a message. */
  below: (message: Message, pages: readonly P[]) => ReactNode
}

/** The messages of a conversation the reader is not in, newest first, one page at a time. */
export function MessageHitPages<P extends Page>({ pages, empty, below }: Props<P>) {
  const t = useTexts('chat', texts)
  return (
    <>
      <Loaded
        read={pages}
        skeleton={<ListSkeleton label={t('loadingMessages')} />}
        failed={t('messagesFailed')}
        empty={empty === undefined ? undefined : { when: ([first]) => first?.messages.length === 0, show: empty }}
      >
        {(loadedPages) => {
          const names = new Map(
            loadedPages.flatMap(({ people }) => people.map((each) => [each.userId, nameText(each.name)])),
          )
          return (
            <ul className={styles.hits}>
              {loadedPages
                .flatMap(({ messages }) => messages)
                .map((message) => (
                  <MessageHit key={message.messageSid} message={message} name={names.get(message.userId)}>
                    {below(message, loadedPages)}
                  </MessageHit>
                ))}
            </ul>
          )
        }}
      </Loaded>
      {pages.more && (
        <Button kind="quiet" busy={pages.readingMore} onClick={pages.more}>
          {t('earlier')}
        </Button>
      )}
    </>
  )
}
