import { useState } from 'react'
import { Checkbox, Switch } from '../Checkbox.tsx'
import { Combobox } from '../Combobox.tsx'
import { DateField } from '../DateField.tsx'
import { Field } from '../Field.tsx'
import { FileDrop } from '../FileDrop.tsx'
import { MoneyField, NumberField } from '../NumberField.tsx'
import { ColorField, Radios, Segmented } from '../Radios.tsx'
import { SearchField } from '../SearchField.tsx'
import { Select } from '../Select.tsx'
import { TextArea } from '../TextArea.tsx'
import { TimeField } from '../TimeField.tsx'
import styles from './Catalogue.module.css'
import { names } from './names.ts'

/** State for a field that keeps its value. */
const useFieldState = <Value,>(first: Value) => {
  const [value, onChange] = useState(first)
  return { value, onChange }
}

const kinds = [
  { value: 'practice', label: 'Practice', group: 'Every week' },
  { value: 'game', label: 'Game', group: 'Now and then' },
  { value: 'meeting', label: 'Meeting of parents and coaches', group: 'Now and then' },
]
const colors = [
  { value: '#a33a2a', label: 'Red' },
  { value: '#2562b0', label: 'Blue' },
  { value: '#1f7040', label: 'Green' },
]
const players = names(200).map(({ id, name, team }) => ({ value: id, label: name, hint: team }))

export function TextFields() {
  const search = useFieldState('')
  const text = useFieldState('Roshon van Eijma')
  const wrong = useFieldState('coach')
  const area = useFieldState('Bring both shirts.\nWe meet at the gate.')
  const number = useFieldState<number | null>(12)
  const money = useFieldState<number | null>(123_450)
  const day = useFieldState('2026-11-21')
  const time = useFieldState('18:30')
  const files = useFieldState<readonly File[]>([
    new File(['x'.repeat(3200)], 'Roster of the spring season, second try.csv'),
  ])
  return (
    <div className={styles.fields}>
      <SearchField label="Find a player" {...search} />
      <Field label="Name" required hint="As it stands on the shirt." {...text} />
      <Field label="E-mail" type="email" fault="Invalid e-mail." {...wrong} />
      <Field label="Password" type="password" autoComplete="off" value="secret" onChange={() => undefined} readOnly />
      <Field label="Club" disabledReason="Only the owner of the club can change it." {...text} />
      <TextArea label="Note" limit={64} {...area} />
      <NumberField label="Shirt number" {...number} />
      <MoneyField label="Fee" hint="Per season." {...money} />
      <DateField label="Day" required {...day} />
      <DateField label="Date of birth" max="2026-11-21" fault="Required." value="" onChange={() => undefined} />
      <TimeField label="Starts at" {...time} />
      <FileDrop label="Roster" accept=".csv,.xlsx" maxBytes={3_000_000} multiple {...files} />
    </div>
  )
}

export function Choices() {
  const kind = useFieldState<string>('')
  const player = useFieldState<string>('p3')
  const agreed = useFieldState(false)
  const on = useFieldState(true)
  const answer = useFieldState<string>('yes')
  const view = useFieldState<string>('month')
  const color = useFieldState<string>('#2562b0')
  return (
    <div className={styles.fields}>
      <Select label="Kind of event" placeholder="Choose one" options={kinds} {...kind} />
      <Select label="Season" fault="Please select one." required options={kinds} {...kind} />
      <Select
        label="Sport"
        disabledReason="It is the club’s."
        options={kinds}
        value="game"
        onChange={() => undefined}
      />
      <Combobox label="Player" options={players} placeholder="Type a name" {...player} />
      <Combobox label="Coach" options={players} fault="Please select one." value="" onChange={() => undefined} />
      <Checkbox label="I agree to the club’s rules, which I have read" hint="They are four pages." {...agreed} />
      <Checkbox label="My child may be in photos" fault="Required." value={false} onChange={() => undefined} />
      <Checkbox label="Paid" disabledReason="The treasurer says so." value onChange={() => undefined} />
      <Switch label="Remind families a day before" {...on} />
      <Switch label="Off" value={false} onChange={() => undefined} />
      <Radios
        label="Who may see the roster"
        options={[
          { value: 'yes', label: 'Everybody on the team', hint: 'Families see each other’s names.' },
          { value: 'no', label: 'Coaches only' },
        ]}
        {...answer}
      />
      <Radios label="Gender" fault="Please select one." options={colors} value="" onChange={() => undefined} />
      <Segmented
        label="Shown as"
        options={[
          { value: 'month', label: 'Month' },
          { value: 'week', label: 'Week' },
          { value: 'list', label: 'List' },
        ]}
        {...view}
      />
      <ColorField label="Colour of the team" options={colors} {...color} />
    </div>
  )
}
