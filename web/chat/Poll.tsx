import { useTexts } from '../i18n.ts'
import { CheckIcon } from '../kit/icons.tsx'
import styles from './Chat.module.css'
import texts from './texts.en.json'
import type { Message } from './useConversation.ts'
import { useVote } from './useVote.ts'

type Props = {
  poll: NonNullable<Message['poll']>
  names: ReadonlyMap<string, string>
  isOpen: boolean
  vote: (options: number[]) => Promise<unknown>
  onVoted: () => void
}

/** The options of a poll with their votes and voters. Pressing one votes for it or withdraws the vote. */
export function Poll({ poll, names, isOpen, vote, onVoted }: Props) {
  const t = useTexts('chat', texts)
  const { options, toggleOption } = useVote(poll, vote, onVoted)
  const voters = new Set(options.flatMap(({ userIds }) => userIds)).size
  return (
    <div className={styles.poll} role="group" aria-label={t(poll.several ? 'pollSeveral' : 'pollOne')}>
      {options.map(({ text, isMine, userIds }, i) => (
        <button
          // oxlint-disable-next-line react/no-array-index-key -- an option is identified by its index
          key={i}
          type="button"
          className={styles.option}
          aria-pressed={isMine}
          aria-disabled={!isOpen || undefined}
          onClick={() => isOpen && toggleOption(i)}
        >
          {isMine ? <CheckIcon size={20} /> : <span />}
          <span dir="auto">{text}</span>
          <span>{userIds.length}</span>
          {userIds.length > 0 && (
            <span className={styles.voters}>
              {userIds.map((userId) => names.get(userId) || t('someone')).join(', ')}
            </span>
          )}
          <span className={styles.share} style={{ width: `${(100 * userIds.length) / Math.max(1, voters)}%` }} />
        </button>
      ))}
      <p className={styles.meta}>{t('voted', { count: voters })}</p>
    </div>
  )
}
