import { type Dispatch, type FormEvent, type SetStateAction, useId, useRef, useState } from 'react'
import { nameLimit } from '#shared/rules/names.ts'
import { useFaultText, useTexts } from '../i18n.ts'
import { Button } from '../kit/Button.tsx'
import { Card } from '../kit/Card.tsx'
import { Field } from '../kit/Field.tsx'
import { type Names, nameFaults } from './nameFaults.ts'
import styles from './Profile.module.css'
import texts from './texts.en.json'
import type { Profile } from './useProfile.ts'

const fields = ['firstName', 'lastName'] as const
/** What was typed and is not saved; whoever holds it decides how long it is kept. */
export type Typing = [typed: Partial<Names>, setTyped: Dispatch<SetStateAction<Partial<Names>>>]
type Props = { profile: Profile; save: (names: Names) => Promise<Profile | undefined>; typing: Typing }

/** First and last name, and the e-mail address to read. What is wrong is said at the field once it was left or sent. */
export function NameForm({ profile, save, typing: [typed, setTyped] }: Props) {
  const t = useTexts('account', texts)
  const sayFault = useFaultText()
  const [left, setLeft] = useState<Partial<Record<keyof Names, true>>>({})
  const [saving, setSaving] = useState(false)
  const form = useRef<HTMLFormElement>(null)
  const headingId = useId()
  // A name that is changed in another tab meanwhile is shown where nothing was typed.
  const names = { firstName: profile.firstName, lastName: profile.lastName, ...typed }
  const found = nameFaults(names)

  async function send(event: FormEvent) {
    event.preventDefault()
    setLeft({ firstName: true, lastName: true })
    const wrong = fields.find((field) => found[field])
    if (wrong) form.current?.querySelector<HTMLInputElement>(`input[name="${wrong}"]`)?.focus()
    if (wrong || saving) return
    setSaving(true)
    const sent: Record<string, string> = names
    const saved = await save({ firstName: names.firstName.trim(), lastName: names.lastName.trim() })
    setSaving(false)
    // What was typed stays until it is saved, and what was typed on meanwhile.
    if (saved)
      setTyped((now) => Object.fromEntries(Object.entries(now).filter(([field, text]) => text !== sent[field])))
  }
  return (
    <Card aria-labelledby={headingId}>
      <h2 id={headingId} className={styles.title}>
        {t('names')}
      </h2>
      <form ref={form} className={styles.form} noValidate onSubmit={(event) => void send(event)}>
        {fields.map((field) => {
          const fault = left[field] && found[field]
          return (
            <Field
              key={field}
              name={field}
              label={t(field)}
              fault={fault && sayFault({ code: fault, limit: nameLimit })}
              value={names[field]}
              autoComplete={field === 'firstName' ? 'given-name' : 'family-name'}
              autoCapitalize="words"
              required
              onChange={(text) => setTyped((before) => ({ ...before, [field]: text }))}
              onBlur={() => setLeft((before) => ({ ...before, [field]: true }))}
            />
          )
        })}
        {profile.username && (
          <Field
            name="email"
            label={t('email')}
            hint={t('emailHint')}
            value={profile.username}
            onChange={() => undefined}
            readOnly
          />
        )}
        <div>
          <Button kind="primary" type="submit" busy={saving}>
            {t('save')}
          </Button>
        </div>
      </form>
    </Card>
  )
}
