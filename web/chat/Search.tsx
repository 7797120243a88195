import { type FormEvent, useState } from 'react'
import { callApi } from '../api.ts'
import { nameText, useTexts } from '../i18n.ts'
import { Button } from '../kit/Button.tsx'
import { Dialog } from '../kit/Dialog.tsx'
import { SearchField } from '../kit/SearchField.tsx'
import styles from './Chat.module.css'
import { MessageHit } from './MessageHit.tsx'
import texts from './texts.en.json'
import { type ConversationOf, isWithinReach, type MessagePosition, type Message } from './useConversation.ts'

const KEY = 'POST /rest-api/chat/conversations/{conversationSid}/search'

type Props = {
  conversation: ConversationOf
  messages: readonly Message[]
  lead: (to: MessagePosition) => void
  close: () => void
}
/** Searches a conversation and scrolls to the chosen message. */
export function Search({ conversation, messages, lead, close }: Props) {
  const t = useTexts('chat', texts)
  const { conversationSid, people } = conversation
  const [text, setText] = useState('')
  const [results, setResults] = useState<{ text: string; messages: Message[]; cursor: string | null }>()
  const [isSearching, setSearching] = useState(false)
  const names = new Map(people.map(({ userId, name }) => [userId, nameText(name)]))
  function show(message: Message) {
    close()
    // The dialog traps focus until it has closed.
    setTimeout(() => lead(message))
  }
  const isShort = [...text.trim()].length < 2
  async function search(cursor?: string) {
    setSearching(true)
    try {
      const body = { text: cursor && results ? results.text : text.trim(), ...(cursor && { cursor }) }
      const response = await callApi(KEY, { conversationSid, body })
      const earlierMessages = cursor ? (results?.messages ?? []) : []
      setResults({ text: body.text, messages: [...earlierMessages, ...response.messages], cursor: response.cursor })
    } catch {
      // callApi has shown the error; the previous results stay.
    } finally {
      setSearching(false)
    }
  }
  function submit(event: FormEvent) {
    event.preventDefault()
    if (!isShort) void search()
  }
  return (
    <Dialog opened close={close} title={t('search')} shape="drawer">
      <form className={styles.choosing} onSubmit={submit} role="search">
        <SearchField label={t('searchFor')} value={text} onChange={setText} />
        <Button type="submit" kind="primary" busy={isSearching} {...(isShort && { disabledReason: t('searchShort') })}>
          {t('searchNow')}
        </Button>
      </form>
      {results && (
        <div role="region" aria-label={t('found')} className={styles.choosing}>
          {results.messages.length === 0 && <p role="status">{t(results.cursor ? 'foundNoneYet' : 'foundNone')}</p>}
          <ul className={styles.hits}>
            {results.messages.map((message) => (
              <MessageHit key={message.messageSid} message={message} name={names.get(message.userId)}>
                {isWithinReach(message, messages) && (
                  <Button kind="quiet" flush onClick={() => show(message)}>
                    {t('showInConversation')}
                  </Button>
                )}
              </MessageHit>
            ))}
          </ul>
          {results.cursor && (
            <Button kind="quiet" busy={isSearching} onClick={() => void search(results.cursor ?? undefined)}>
              {t('searchFurther')}
            </Button>
          )}
        </div>
      )}
    </Dialog>
  )
}
