import { useState } from 'react'
import { daysBackAtFirst } from '#shared/rules/staff.ts'
import { type AnswerOf } from '../api.ts'
import { useTexts } from '../i18n.ts'
import { Badge, type Tone } from '../kit/Badge.tsx'
import { Field } from '../kit/Field.tsx'
import { Form } from '../kit/form/Form.tsx'
import { useForm } from '../kit/form/useForm.ts'
import { dateTimeText, readerZone } from '../kit/format.ts'
import { Select } from '../kit/Select.tsx'
import { EmptyState } from '../kit/States.tsx'
import { type Column, Table } from '../kit/Table.tsx'
import { LoadedList } from '../shell/LoadedList.tsx'
import { useApiPages } from '../api/useApiPages.ts'
import styles from './Staff.module.css'
import { StaffScreen, supportRoles } from './StaffScreen.tsx'
import english from './texts.en.json'
import { ReportSkeleton } from './UsersScreen.tsx'

const FIND = 'GET /api/v1/mail-delivery'
type Mail = AnswerOf<typeof FIND>['mails'][number]
const stateTones: Record<Mail['state'], Tone> = {
  wanted: 'plain',
  sending: 'warning',
  held: 'plain',
  sent: 'success',
  delivered: 'success',
  opened: 'success',
  bounced: 'danger',
  complained: 'danger',
  refused: 'danger',
  gone: 'plain',
}

/** Delivery of mails, found by recipient, sender, subject and age. */
export default function MailsScreen() {
  const t = useTexts('staff', english)
  return (
    <StaffScreen title={t('mails')} roles={supportRoles}>
      <Mails />
    </StaffScreen>
  )
}

const noFilters = { to: '', from: '', subject: '', daysBack: String(daysBackAtFirst) }

function Mails() {
  const t = useTexts('staff', english)
  const [filters, setFilters] = useState(noFilters)
  const query = Object.fromEntries(Object.entries(filters).filter(([, value]) => value !== ''))
  const read = useApiPages(FIND, { query }, { handles: ['failures'] })
  const form = useForm({
    values: filters,
    save(values) {
      setFilters(values)
      return Promise.resolve()
    },
  })
  return (
    <>
      <Form of={form} submit={t('search')}>
        <div className={styles.filters}>
          <Field label={t('to')} type="email" autoComplete="off" hint={t('toHint')} {...form.field('to')} />
          <Field label={t('from')} autoComplete="off" {...form.field('from')} />
          <Field label={t('subject')} autoComplete="off" {...form.field('subject')} />
          <Select
            label={t('daysBack')}
            options={[1, 7, 30, 60].map((days) => ({ value: String(days), label: t('days', { count: days }) }))}
            {...form.field('daysBack')}
          />
        </div>
      </Form>
      <LoadedList
        read={read}
        itemsOf={({ mails }) => mails}
        failed={t('mailsFailed')}
        skeleton={<ReportSkeleton />}
        empty={<EmptyState title={t('noMails')} hint={t('noMailsHint')} />}
      >
        {(mails) => <MailTable mails={mails} />}
      </LoadedList>
    </>
  )
}

function MailTable({ mails }: { mails: Mail[] }) {
  const t = useTexts('staff', english)
  const columns: Column<Mail>[] = [
    { key: 'when', head: t('when'), width: '12em', cell: ({ wantedAt }) => dateTimeText(wantedAt, readerZone()) },
    { key: 'to', head: t('to'), width: 'minmax(0, 1.4fr)', cell: ({ to }) => to },
    { key: 'subject', head: t('subject'), width: 'minmax(0, 1.4fr)', cell: ({ subject }) => subject },
    { key: 'from', head: t('from'), width: 'minmax(0, 1fr)', priority: 'low', cell: ({ from }) => from || '–' },
    {
      key: 'state',
      head: t('state'),
      width: '9em',
      cell: ({ state, why }) => (
        <>
          <Badge tone={stateTones[state]}>{t(`mail_${state}`)}</Badge> {why}
        </>
      ),
    },
  ]
  return (
    <Table label={t('mails')} rows={mails} columns={columns} keyOf={({ id }) => id} nameOf={({ subject }) => subject} />
  )
}
