import { useState } from 'react'
import { type AnswerOf, useApi } from '../api.ts'
import { useTexts } from '../i18n.ts'
import { Notice } from '../kit/Badge.tsx'
import { Button } from '../kit/Button.tsx'
import { Dialog } from '../kit/Dialog.tsx'
import { LazyPart } from '../kit/LazyPart.tsx'
import { EmptyState } from '../kit/States.tsx'
import { useUserId } from '../session/useUserId.ts'
import { ReadFailure } from '../shell/ReadFailure.tsx'
import { useApiPages } from '../api/useApiPages.ts'
import styles from './Chat.module.css'
import { MessageHitPages } from './MessageHitPages.tsx'
import { lazyParts } from './lazyParts.tsx'
import texts from './texts.en.json'
import { useConversationTitle } from './useConversationTitle.ts'

type Child = AnswerOf<'GET /rest-api/chat/read-along'>['children'][number]
type ReadAlongChoice = { child: Child; conversation: Child['conversations'][number] }

/** The conversations of the user's own children, if the club lets guardians read along. */
export function ReadAlong() {
  const t = useTexts('chat', texts)
  const read = useApi('GET /rest-api/chat/read-along', {}, { handles: ['failures', 'not_allowed'] })
  const { data, error } = read
  const titleOf = useConversationTitle()
  const [choice, setChoice] = useState<ReadAlongChoice>()
  const children = data?.children.filter(({ conversations }) => conversations.length > 0) ?? []
  return (
    <>
      {/* When staff act on a user's behalf, the list of conversations already says why it is unavailable. */}
      {!data && error?.code !== 'only_themselves' && <ReadFailure read={read} failed={t('alongFailed')} />}
      {children.map((child) => (
        <section
          key={child.playerId}
          className={styles.along}
          data-unkept=""
          aria-label={t('alongOf', { name: child.name })}
        >
          <h2>{t('alongOf', { name: child.name })}</h2>
          <ul className={styles.conversations}>
            {child.conversations.map((conversation) => (
              <li key={conversation.conversationSid}>
                <Button kind="quiet" wide onClick={() => setChoice({ child, conversation })}>
                  {titleOf(conversation)}
                </Button>
              </li>
            ))}
          </ul>
        </section>
      ))}
      {choice && <ReadAlongDialog {...choice} close={() => setChoice(undefined)} />}
    </>
  )
}

function ReadAlongDialog({ child, conversation, close }: ReadAlongChoice & { close: () => void }) {
  const t = useTexts('chat', texts)
  const { playerId, name } = child
  const { conversationSid } = conversation
  const titleOf = useConversationTitle()
  const [reportedMessage, setReportedMessage] = useState<{ messageSid: string; text: string }>()
  const ownUserId = useUserId()
  const pages = useApiPages(
    'GET /rest-api/chat/read-along/{playerId}/{conversationSid}',
    { playerId, conversationSid, query: {} },
    { handles: ['failures', 'not_allowed'] },
  )
  return (
    <Dialog opened close={close} title={titleOf(conversation)} shape="drawer">
      <div className={styles.choosing}>
        <Notice>{t('alongHint', { name })}</Notice>
        <MessageHitPages
          pages={pages}
          empty={<EmptyState title={t('noMessages')} hint={t('alongNothing', { name })} />}
          below={(message) =>
            message.deletedAt === null &&
            message.userId !== ownUserId && (
              <div className={styles.choices}>
                <Button kind="quiet" flush onClick={() => setReportedMessage(message)}>
                  {t('report')}
                </Button>
              </div>
            )
          }
        />
      </div>
      <LazyPart isNeeded={reportedMessage !== undefined} onFailed={() => setReportedMessage(undefined)} fallback={null}>
        {reportedMessage && (
          <lazyParts.Report
            conversationSid={conversationSid}
            messageSid={reportedMessage.messageSid}
            text={reportedMessage.text}
            close={() => setReportedMessage(undefined)}
          />
        )}
      </LazyPart>
    </Dialog>
  )
}
