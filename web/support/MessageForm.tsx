import { useState } from 'react'
import { messageLimit, whyCannotMessage } from '#shared/rules/chat.ts'
import { whyCannotEmail } from '#shared/rules/emails.ts'
import { faultFrom } from '#shared/rules/faults.ts'
import { useTexts } from '../i18n.ts'
import { Field } from '../kit/Field.tsx'
import { keepDraft, readDraft } from '../kit/form/drafts.ts'
import { Form } from '../kit/form/Form.tsx'
import { useForm } from '../kit/form/useForm.ts'
import { TextArea } from '../kit/TextArea.tsx'
import texts from './texts.en.json'
import { newId } from '../api/newPart.ts'

export type NewMessage = { messageId: string; text: string; email: string }
type Props = {
  /** Draft name of the unsent text. */
  draft: string
  /** Visitors give the address for the answer. */
  asksEmail?: boolean
  label: string
  /** Resolves to `false` if it was not sent and the user knows. */
  send: (words: NewMessage) => Promise<unknown>
}

const findTextFault = faultFrom(whyCannotMessage, messageLimit)
const findEmailFault = faultFrom(whyCannotEmail)

/**
 * Sends messages. The same text keeps its id until it is known to be sent, also across reloads, so that it is sent once. An
 * edited text gets a new id, since the earlier one may have arrived without a response.
 */
export function MessageForm({ draft, asksEmail = false, label, send }: Props) {
  const t = useTexts('support', texts)
  // A new number resets the form to an empty message.
  const [values, setValues] = useState({ nth: 1, text: '', email: '' })
  const idsDraftName = `${draft}.names`
  const [messageIds] = useState(() => new Map(Object.entries(readDraft(idsDraftName))))
  const form = useForm({
    values,
    faults: (values) => ({
      text: findTextFault(values.text),
      ...(asksEmail && { email: findEmailFault(values.email) }),
    }),
    async save({ nth, text, email }) {
      const storedId = messageIds.get(text)
      const messageId = typeof storedId === 'string' ? storedId : newId()
      keepDraft(idsDraftName, Object.fromEntries(messageIds.set(text, messageId)))
      if ((await send({ messageId, text, email })) === false) return false
      messageIds.clear()
      keepDraft(idsDraftName, {})
      setValues({ nth: nth + 1, text: '', email })
      return undefined
    },
    draft,
  })
  return (
    <Form of={form} submit={t('send')}>
      {asksEmail && (
        <Field
          label={t('email')}
          hint={t('emailHint')}
          type="email"
          autoComplete="email"
          required
          {...form.field('email')}
        />
      )}
      <TextArea label={label} limit={messageLimit} required {...form.field('text')} />
    </Form>
  )
}
