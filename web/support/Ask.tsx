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

export type Words = { messageId: string; text: string; email: string }
type Props = {
  /** Draft name of the unsent text. */
  draft: string
  /** Visitors give the address for the answer. */
  asksEmail?: boolean
  label: string
  /** Resolves to `false` if it was not sent and the user knows. */
  send: (words: Words) => Promise<unknown>
}

const faultOfText = faultFrom(whyCannotMessage, messageLimit)
const faultOfEmail = faultFrom(whyCannotEmail)

/**
 * Sends messages. The same text keeps its id until it is known to be sent, also across reloads, so that it is sent once. An
 * edited text gets a new id, since the earlier one may have arrived without a response.
 */
export function Ask({ draft, asksEmail = false, label, send }: Props) {
  const t = useTexts('support', texts)
  // A new number resets the form to an empty message.
  const [values, begin] = useState({ nth: 1, text: '', email: '' })
  const kept = `${draft}.names`
  const [names] = useState(() => new Map(Object.entries(readDraft(kept))))
  const form = useForm({
    values,
    faults: (typed) => ({ text: faultOfText(typed.text), ...(asksEmail && { email: faultOfEmail(typed.email) }) }),
    async save({ nth, text, email }) {
      const known = names.get(text)
      const messageId = typeof known === 'string' ? known : newId()
      keepDraft(kept, Object.fromEntries(names.set(text, messageId)))
      if ((await send({ messageId, text, email })) === false) return false
      names.clear()
      keepDraft(kept, {})
      begin({ nth: nth + 1, text: '', email })
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
