import { useState } from 'react'
import { type AnswerOf, useApi } from '../api.ts'
import { useTexts } from '../i18n.ts'
import { Notice } from '../kit/Badge.tsx'
import { Button } from '../kit/Button.tsx'
import { Dialog } from '../kit/Dialog.tsx'
import { LazyPart } from '../kit/LazyPart.tsx'
import { EmptyState } from '../kit/States.tsx'
import { useUserId } from '../session/useUserId.ts'
import { NotRead } from '../shell/NotRead.tsx'
import { useApiPages } from '../api/useApiPages.ts'
import styles from './Chat.module.css'
import { HitPages } from './HitPages.tsx'
import { late } from './late.tsx'
import texts from './texts.en.json'
import { useCalled } from './useCalled.ts'

type Child = AnswerOf<'GET /rest-api/chat/read-along'>['children'][number]
type Chosen = { child: Child; conversation: Child['conversations'][number] }

/** The conversations of the user's own children, if the club lets guardians read along. */
export function ReadAlong() {
  const t = useTexts('chat', texts)
  const read = useApi('GET /rest-api/chat/read-along', {}, { handles: ['failures', 'not_allowed'] })
  const { data, error } = read
  const called = useCalled()
  const [chosen, setChosen] = useState<Chosen>()
  const children = data?.children.filter(({ conversations }) => conversations.length > 0) ?? []
  return (
    <>
      {/* When staff act on a user's behalf, the list of conversations already says why it is unavailable. */}
      {!data && error?.code !== 'only_themselves' && <NotRead read={read} failed={t('alongFailed')} />}
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
                <Button kind="quiet" wide onClick={() => setChosen({ child, conversation })}>
                  {called(conversation)}
                </Button>
              </li>
            ))}
          </ul>
        </section>
      ))}
      {chosen && <Along {...chosen} close={() => setChosen(undefined)} />}
    </>
  )
}

function Along({ child, conversation, close }: Chosen & { close: () => void }) {
  const t = useTexts('chat', texts)
  const { playerId, name } = child
  const { conversationSid } = conversation
  const called = useCalled()
  const [reporting, setReporting] = useState<{ messageSid: string; text: string }>()
  const me = useUserId()
  const pages = useApiPages(
    'GET /rest-api/chat/read-along/{playerId}/{conversationSid}',
    { playerId, conversationSid, query: {} },
    { handles: ['failures', 'not_allowed'] },
  )
  return (
    <Dialog opened close={close} title={called(conversation)} shape="drawer">
      <div className={styles.choosing}>
        <Notice>{t('alongHint', { name })}</Notice>
        <HitPages
          pages={pages}
          empty={<EmptyState title={t('noMessages')} hint={t('alongNothing', { name })} />}
          below={(message) =>
            message.deletedAt === null &&
            message.userId !== me && (
              <div className={styles.choices}>
                <Button kind="quiet" flush onClick={() => setReporting(message)}>
                  {t('report')}
                </Button>
              </div>
            )
          }
        />
      </div>
      <LazyPart isNeeded={reporting !== undefined} onFailed={() => setReporting(undefined)} fallback={null}>
        {reporting && (
          <late.Report
            conversationSid={conversationSid}
            messageSid={reporting.messageSid}
            text={reporting.text}
            close={() => setReporting(undefined)}
          />
        )}
      </LazyPart>
    </Dialog>
  )
}
