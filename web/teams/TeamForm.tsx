import { useState } from 'react'
import { type SportName, sportNames } from '#shared/rules/sports.ts'
import { whyCannotName, nameLimit } from '#shared/rules/nameInput.ts'
import { faultFrom } from '#shared/rules/faults.ts'
import { useTexts } from '../i18n.ts'
import { Switch } from '../kit/Checkbox.tsx'
import { Field } from '../kit/Field.tsx'
import { Form } from '../kit/form/Form.tsx'
import { useForm } from '../kit/form/useForm.ts'
import { ColorField } from '../kit/Radios.tsx'
import { Select } from '../kit/Select.tsx'
import { ConflictNotice } from '../shell/ConflictNotice.tsx'
import { useSaveIfUnchanged } from '../shell/useVersionedSave.ts'
import { useSportTexts } from '../sports/useSportTexts.ts'
import texts from './texts.en.json'

export type TeamValues = {
  name: string
  sport: SportName
  season: string
  color: string
  isRosterVisible: boolean
}
type Props = {
  /** Name of the form's draft. */
  draft: string
  thrownAway?: (() => void) | undefined
  values: TeamValues
  submit: string
  disabledReason?: string | undefined
  /** `before`: the values that the user saw. */
  save: (values: TeamValues, before: TeamValues) => Promise<unknown>
  /** Reads the team again after somebody else has changed it; undefined for a new team. */
  refetch?: () => Promise<unknown>
}

const colors = {
  '': 'noColor',
  '#13693a': 'green',
  '#1864ab': 'blue',
  '#c92a2a': 'red',
  '#e8590c': 'orange',
  '#f2c200': 'yellow',
  '#7048e8': 'purple',
  '#343a40': 'black',
} as const

const findNameFault = faultFrom(whyCannotName, nameLimit)

/** A team's name, sport, and what families see. */
export function TeamForm({ draft, thrownAway, values, submit, disabledReason, save, refetch }: Props) {
  const t = useTexts('teams', texts)
  const { sportText } = useSportTexts()
  const loadedValues = useState(values)
  const form = useForm<TeamValues>({
    ...{ draft, onDiscard: thrownAway, values },
    faults: ({ name }) => ({ name: findNameFault(name) }),
    save: (nextValues): Promise<unknown> =>
      refetch ? versioned.save((previous: TeamValues) => save(nextValues, previous)) : save(nextValues, values),
  })
  const versioned = useSaveIfUnchanged(loadedValues, {
    ...{ current: values, isDirty: form.dirty, resetForm: form.discard },
    refetch: async () => refetch?.(),
  })
  return (
    <Form of={form} submit={submit} disabledReason={disabledReason}>
      <ConflictNotice onReload={versioned.reload} />
      <Field label={t('teamName')} required autoComplete="off" {...form.field('name')} />
      <Select
        label={t('sport')}
        options={sportNames.map((value) => ({ value, label: sportText(value) }))}
        {...form.field('sport')}
        onChange={(sport) => sport && form.field('sport').onChange(sport)}
      />
      <Field label={t('season')} hint={t('seasonHint')} autoComplete="off" maxLength={30} {...form.field('season')} />
      <ColorField
        label={t('color')}
        options={Object.entries(colors).map(([value, key]) => ({ value, label: t(key) }))}
        {...form.field('color')}
      />
      <Switch label={t('rosterVisible')} hint={t('rosterVisibleHint')} {...form.field('isRosterVisible')} />
    </Form>
  )
}
