import { fold } from '#shared/rules/textMatching.ts'
import { useTexts } from '../i18n.ts'
import { Button } from '../kit/Button.tsx'
import { useUserId } from '../session/useUserId.ts'
import styles from './Chat.module.css'
import texts from './texts.en.json'
import type { ConversationOf } from './useConversation.ts'

type People = ConversationOf['people']

/** The users mentioned in a text: those whose full name follows an @. */
export const findMentionedIds = (text: string, people: People): string[] =>
  people.filter(({ left, name }) => !left && name !== '' && text.includes(`@${name}`)).map(({ userId }) => userId)

const maxSuggestions = 5
/** The text typed after the last @, at the end of the message. */
const mentionStart = /(?:^|\s)@(?<typed>[^@\n]{0,40})$/u

type Props = { text: string; people: People; onMention: (text: string) => void }
/** Suggests people to mention while the message ends with an @ and the beginning of a name. */
export function MentionSuggestions({ text, people, onMention }: Props) {
  const t = useTexts('chat', texts)
  const ownUserId = useUserId()
  const typed = mentionStart.exec(text)?.groups?.['typed']
  if (typed === undefined) return null
  const candidates = people.filter(
    (person) =>
      !person.left &&
      person.userId !== ownUserId &&
      person.name !== typed.trimEnd() &&
      fold(person.name).startsWith(fold(typed)),
  )
  if (candidates.length === 0) return null
  return (
    <ul className={styles.naming} aria-label={t('nameSomebody')}>
      {candidates.slice(0, maxSuggestions).map((person) => (
        <li key={person.userId}>
          <Button
            kind="quiet"
            onClick={() => onMention(`${text.slice(0, text.length - typed.length)}${person.name} `)}
          >{`@${person.name}`}</Button>
        </li>
      ))}
    </ul>
  )
}
