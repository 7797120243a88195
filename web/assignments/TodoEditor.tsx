import { maxTodoLines, todoLimit } from '#shared/rules/tasks.ts'
import { useTexts } from '../i18n.ts'
import { Button } from '../kit/Button.tsx'
import { Field } from '../kit/Field.tsx'
import { useKeptFocus } from '../kit/useKeptFocus.ts'
import type { useForm } from '../kit/form/useForm.ts'
import styles from './Assignments.module.css'
import { PartHead } from './PartHead.tsx'
import type { AssignmentValues } from './shapes.ts'
import english from './texts.en.json'

type Props = { form: ReturnType<typeof useForm<AssignmentValues>>; add: () => void }

/** Editor for the lines of a to-do list. */
export function TodoEditor({ form, add }: Props) {
  const t = useTexts('assignments', english)
  const boxRef = useKeptFocus<HTMLFieldSetElement>()
  const lines = form.values.todoListItem
  const whyFull = lines.length >= maxTodoLines ? t('listFull', { count: maxTodoLines }) : undefined
  const { fault } = form.field('todoListItem')
  return (
    <fieldset ref={boxRef} tabIndex={-1} className={styles.box} data-field="todoListItem">
      <legend>{t('lines')}</legend>
      {lines.map(({ id, text }, i) => (
        <div key={id} className={styles.part}>
          <PartHead
            name={t('lineNumber', { number: i + 1 })}
            at={i}
            of={lines.length}
            about={text}
            move={(to) => form.move('todoListItem', i, to)}
            remove={() => form.remove('todoListItem', i)}
          />
          <Field label={t('lineText')} required maxLength={todoLimit} {...form.field(`todoListItem.${i}.text`)} />
          <Field
            label={t('lineLink')}
            type="url"
            placeholder="https://"
            {...form.field(`todoListItem.${i}.link`)}
            value={lines[i]?.link ?? ''}
          />
        </div>
      ))}
      <Button onClick={add} disabledReason={whyFull}>
        {t('addLine')}
      </Button>
      <p role="status" className={styles.fault}>
        {fault}
      </p>
    </fieldset>
  )
}
