import { check, required } from '#shared/rules/faults.ts'
import { nameFaults } from '#shared/rules/nameInput.ts'
import { ApiProblem } from '../../api.ts'
import { Button } from '../Button.tsx'
import { Card } from '../Card.tsx'
import { Checkbox } from '../Checkbox.tsx'
import { DateField } from '../DateField.tsx'
import { Field } from '../Field.tsx'
import { Form } from '../form/Form.tsx'
import { useForm } from '../form/useForm.ts'
import { MoneyField } from '../NumberField.tsx'
import { Radios } from '../Radios.tsx'
import { showSnackbar } from '../Snackbar.tsx'

type Values = {
  firstName: string
  lastName: string
  born: string
  fee: number | null
  answer: 'saved' | 'refused' | ''
  agreed: boolean
}
const initialValues: Values = { firstName: 'Mia', lastName: '', born: '', fee: null, answer: 'saved', agreed: false }

export function FormInAllStates() {
  const form = useForm<Values>({
    values: initialValues,
    draft: 'catalogue',
    faults: (values) => ({ ...nameFaults(values), born: check(values.born, required) }),
    async save({ answer }) {
      await new Promise((resolve) => {
        setTimeout(resolve, 500)
      })
      if (answer === 'refused') throw new ApiProblem('conflict', 412, 'Someone changed this at the same time.')
      showSnackbar({ text: 'Saved successfully', tone: 'success' })
    },
  })
  return (
    <Card>
      <Form
        of={form}
        submit="Save"
        aria-label="A form"
        actions={
          form.dirty && (
            <Button kind="quiet" onClick={form.discard}>
              Discard
            </Button>
          )
        }
      >
        <Field label="First name" required {...form.field('firstName')} />
        <Field label="Last name" required {...form.field('lastName')} />
        <DateField label="Date of birth" required {...form.field('born')} />
        <MoneyField label="Fee" {...form.field('fee')} />
        <Radios
          label="What the server says"
          options={[
            { value: 'saved', label: 'Saved' },
            { value: 'refused', label: 'Refused' },
          ]}
          {...form.field('answer')}
        />
        <Checkbox label="I agree" {...form.field('agreed')} />
      </Form>
    </Card>
  )
}
