import { useState } from 'react'
import { messageLimit, whyCannotMessage } from '#shared/rules/chat.ts'
import { whyCannotEmail } from '#shared/rules/emails.ts'
import { why } from '#shared/rules/faults.ts'
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
  /** Under which name what is typed is kept until it is sent. */
  draft: string
  /** A stranger says where an answer finds them. */
  asksEmail?: boolean
  label: string
  /** `false` says that it was not sent, and that the person knows. */
  send: (words: Words) => Promise<unknown>
}

const faultOfText = why(whyCannotMessage, messageLimit)
const faultOfEmail = why(whyCannotEmail)

/**
 * Writes one message after another. The same words keep their name until they are known to be sent, also where the page was loaded
 * anew, and so are sent once; corrected, they are another message: the one before may have arrived without a word of it.
 */
export function Ask({ draft, asksEmail = false, label, send }: Props) {
  const t = useTexts('support', texts)
  // With a new number the form has a new, empty message to begin from.
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
