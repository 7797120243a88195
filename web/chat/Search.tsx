import { type FormEvent, useState } from 'react'
import { callApi } from '../api.ts'
import { nameText, useTexts } from '../i18n.ts'
import { Button } from '../kit/Button.tsx'
import { Dialog } from '../kit/Dialog.tsx'
import { SearchField } from '../kit/SearchField.tsx'
import styles from './Chat.module.css'
import { Hit } from './Hit.tsx'
import texts from './texts.en.json'
import { type ConversationOf, isWithinReach, type Led, type Message } from './useConversation.ts'

const KEY = 'POST /rest-api/chat/conversations/{conversationSid}/search'

type Props = {
  conversation: ConversationOf
  messages: readonly Message[]
  lead: (to: Led) => void
  close: () => void
}
/** Searches a conversation and scrolls to the chosen message. */
export function Search({ conversation, messages, lead, close }: Props) {
  const t = useTexts('chat', texts)
  const { conversationSid, people } = conversation
  const [text, setText] = useState('')
  const [found, setFound] = useState<{ text: string; messages: Message[]; cursor: string | null }>()
  const [looking, setLooking] = useState(false)
  const names = new Map(people.map(({ userId, name }) => [userId, nameText(name)]))
  function show(message: Message) {
    close()
    // The dialog traps focus until it has closed.
    setTimeout(() => lead(message))
  }
  const isShort = [...text.trim()].length < 2
  async function look(cursor?: string) {
    setLooking(true)
    try {
      const body = { text: cursor && found ? found.text : text.trim(), ...(cursor && { cursor }) }
      const answer = await callApi(KEY, { conversationSid, body })
      const before = cursor ? (found?.messages ?? []) : []
      setFound({ text: body.text, messages: [...before, ...answer.messages], cursor: answer.cursor })
    } catch {
      // callApi has shown the error; the previous results stay.
    } finally {
      setLooking(false)
    }
  }
  function submit(event: FormEvent) {
    event.preventDefault()
    if (!isShort) void look()
  }
  return (
    <Dialog opened close={close} title={t('search')} shape="drawer">
      <form className={styles.choosing} onSubmit={submit} role="search">
        <SearchField label={t('searchFor')} value={text} onChange={setText} />
        <Button type="submit" kind="primary" busy={looking} {...(isShort && { disabledReason: t('searchShort') })}>
          {t('searchNow')}
        </Button>
      </form>
      {found && (
        <div role="region" aria-label={t('found')} className={styles.choosing}>
          {found.messages.length === 0 && <p role="status">{t(found.cursor ? 'foundNoneYet' : 'foundNone')}</p>}
          <ul className={styles.hits}>
            {found.messages.map((message) => (
              <Hit key={message.messageSid} message={message} name={names.get(message.userId)}>
                {isWithinReach(message, messages) && (
                  <Button kind="quiet" flush onClick={() => show(message)}>
                    {t('showInConversation')}
                  </Button>
                )}
              </Hit>
            ))}
          </ul>
          {found.cursor && (
            <Button kind="quiet" busy={looking} onClick={() => void look(found.cursor ?? undefined)}>
              {t('searchFurther')}
            </Button>
          )}
        </div>
      )}
    </Dialog>
  )
}
