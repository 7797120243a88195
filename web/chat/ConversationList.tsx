import { useNow } from '../shell/useNow.ts'
import { nameText, useTexts } from '../i18n.ts'
import { Avatar } from '../kit/Avatar.tsx'
import { Badge } from '../kit/Badge.tsx'
import { Link } from '../kit/Link.tsx'
import { classes } from '../kit/classes.ts'
import { agoText } from '../kit/format.ts'
import { Skeleton, Skeletons } from '../kit/Skeleton.tsx'
import styles from './Chat.module.css'
import texts from './texts.en.json'
import { useUserId } from '../session/useUserId.ts'
import { useQueue } from './messageQueue.ts'
import { useConversationTitle } from './useConversationTitle.ts'
import { useChatPath } from './useChatPath.ts'
import { useIsArchived } from './useIsArchived.ts'
import type { Conversations } from './useConversation.ts'

const unkept = { 'data-unkept': '' }

/** The conversations, each with its last message and unread count. */
export function ConversationList({
  conversations,
  openSid,
}: {
  conversations: Conversations
  openSid: string | undefined
}) {
  const t = useTexts('chat', texts)
  const now = useNow()
  const titleOf = useConversationTitle()
  const chatPath = useChatPath()
  const isArchived = useIsArchived()
  const unsentSids = new Set(useQueue(useUserId()).map((message) => message.conversationSid))
  return (
    <ul className={styles.conversations}>
      {conversations.map(
        ({
          conversationSid,
          friendlyName,
          firstNames,
          userId,
          avatarUrl,
          lastMessage,
          unread,
          isNew,
          named,
          muted,
          type,
        }) => (
          // The stored snapshot of the screen keeps only team names, not the names of people or message texts.
          <li key={conversationSid} {...(type !== 'team' && unkept)}>
            <Link
              to={chatPath(conversationSid)}
              className={classes(styles.row, conversationSid === openSid && styles.chosen)}
              aria-current={conversationSid === openSid ? 'page' : undefined}
            >
              <Avatar
                name={friendlyName || firstNames.slice(0, 2).join(' ') || t('group')}
                id={userId ?? conversationSid}
                url={avatarUrl}
              />
              <span className={styles.rowText}>
                <span className={styles.rowHead}>
                  <span className={styles.rowName}>{titleOf({ friendlyName, firstNames })}</span>
                  {lastMessage && <span className={styles.when}>{agoText(lastMessage.sentAt, now)}</span>}
                </span>
                <span className={styles.rowHead}>
                  <span className={styles.preview} {...unkept}>
                    {lastMessage
                      ? `${lastMessage.mine ? t('you') : nameText(lastMessage.from)}: ${lastMessage.text || t('notThere')}`
                      : t(type === 'team' ? 'nothingYetInTeam' : 'nothingYet')}
                  </span>
                  {isArchived({ conversationSid, type }) && <Badge>{t('archived')}</Badge>}
                  {unsentSids.has(conversationSid) && <Badge tone="warning">{t('unsent')}</Badge>}
                  {isNew && <Badge tone="primary">{t('new')}</Badge>}
                  {named && <Badge tone="primary">{t('namesYou')}</Badge>}
                  {unread > 0 && (
                    <span className={classes(styles.unread, muted && styles.muted)}>
                      <span aria-hidden="true">{unread > 99 ? '99+' : unread}</span>
                      <span className="visually-hidden">{t('unread', { count: unread })}</span>
                    </span>
                  )}
                </span>
              </span>
            </Link>
          </li>
        ),
      )}
    </ul>
  )
}

export const ListSkeleton = ({ label }: { label: string }) => (
  <Skeletons label={label}>
    {[1, 2, 3, 4, 5].map((row) => (
      <div key={row} className={styles.row}>
        <Skeleton width="40px" height="40px" round />
        <Skeleton width="70%" height="36px" />
      </div>
    ))}
  </Skeletons>
)
