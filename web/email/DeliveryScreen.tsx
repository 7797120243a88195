import { useState } from 'react'
import { useParams } from 'react-router-dom'
import { check, required } from '#shared/rules/faults.ts'
import { type AnswerOf } from '../api.ts'
import { useNow } from '../shell/useNow.ts'
import { useTexts } from '../i18n.ts'
import { Badge, Notice, type Tone } from '../kit/Badge.tsx'
import { Field } from '../kit/Field.tsx'
import { Form } from '../kit/form/Form.tsx'
import { useForm } from '../kit/form/useForm.ts'
import { dateTimeText, fullDayText, readerZone } from '../kit/format.ts'
import { MailIcon } from '../kit/icons.tsx'
import { Select } from '../kit/Select.tsx'
import { RowSkeletons } from '../kit/Skeleton.tsx'
import { EmptyState } from '../kit/States.tsx'
import { type Column, Table } from '../kit/Table.tsx'
import { LoadedList } from '../shell/LoadedList.tsx'
import { Screen } from '../shell/Screen.tsx'
import { useWhyCannot } from '../shell/useWhyCannot.ts'
import { useApiPages } from '../api/useApiPages.ts'
import styles from './Email.module.css'
import texts from './texts.en.json'

const FIND = 'POST /rest-api/mail/delivery/{orgId}/search'
type Page = AnswerOf<typeof FIND>
type Mail = Page['mails'][number]
const tones: Record<Mail['state'], Tone> = {
  wanted: 'plain',
  sending: 'warning',
  held: 'plain',
  sent: 'primary',
  delivered: 'primary',
  opened: 'success',
  bounced: 'danger',
  complained: 'danger',
  refused: 'danger',
  gone: 'plain',
}

/** What was mailed to a family on behalf of a club and how it was delivered, for support when a mail did not arrive. */
export default function DeliveryScreen() {
  const t = useTexts('email', texts)
  const { orgId = '' } = useParams()
  const reason = useWhyCannot()('canSendMessages', orgId)
  return (
    <Screen title={t('delivery')}>
      {reason ? (
        <EmptyState title={t('notYours')} hint={reason} icon={<MailIcon size={32} />} />
      ) : (
        <Search orgId={orgId} />
      )}
    </Screen>
  )
}

function Search({ orgId }: { orgId: string }) {
  const t = useTexts('email', texts)
  const [search, setSearch] = useState({ to: '', daysBack: '7' })
  const form = useForm({
    values: search,
    faults: ({ to }) => ({ to: check(to, required) }),
    save(values) {
      setSearch({ ...values, to: values.to.trim() })
      return Promise.resolve()
    },
  })
  return (
    <>
      <Form of={form} submit={t('find')}>
        <div className={styles.later}>
          <Field
            label={t('address')}
            type="email"
            autoComplete="off"
            hint={t('addressHint')}
            required
            {...form.field('to')}
          />
          <Select
            label={t('daysBack')}
            options={[1, 7, 30, 60].map((days) => ({ value: String(days), label: t('days', { count: days }) }))}
            {...form.field('daysBack')}
          />
        </div>
      </Form>
      {search.to !== '' && <SearchResults orgId={orgId} body={search} />}
    </>
  )
}

function SearchResults({ orgId, body }: { orgId: string; body: { to: string; daysBack: string } }) {
  const t = useTexts('email', texts)
  const now = useNow()
  const read = useApiPages(FIND, { orgId, body }, { handles: ['failures', 'bad_request'] })
  return (
    <LoadedList
      read={read}
      itemsOf={({ mails }) => mails}
      skeleton={<RowSkeletons label={t('finding')} height="92px" />}
      failed={t('findFailed')}
      empty={<EmptyState title={t('nothingMailed')} hint={t('nothingMailedHint')} />}
    >
      {(mails, pages) => {
        const stopped = pages.find((page) => page.stopped)?.stopped
        return (
          <>
            {stopped && (
              <Notice tone="warning">
                {t(`stopped_${stopped.because}`, { on: fullDayText(stopped.since, readerZone(), now) })}
              </Notice>
            )}
            <List mails={mails} />
          </>
        )
      }}
    </LoadedList>
  )
}

function List({ mails }: { mails: Mail[] }) {
  const t = useTexts('email', texts)
  const columns: Column<Mail>[] = [
    { key: 'time', head: t('since'), width: '12em', cell: ({ time }) => dateTimeText(time, readerZone()) },
    { key: 'kind', head: t('kind'), width: '10em', cell: ({ kind }) => t(`mailKind_${kind}`) },
    { key: 'subject', head: t('subject'), width: 'minmax(0, 1fr)', cell: ({ subject }) => subject ?? '–' },
    {
      key: 'state',
      head: t('state'),
      width: '12em',
      cell: ({ state }) => <Badge tone={tones[state]}>{t(`mail_${state}`)}</Badge>,
    },
  ]
  return (
    <Table
      label={t('delivery')}
      rows={mails}
      columns={columns}
      keyOf={({ id }) => id}
      nameOf={({ subject, kind }) => subject ?? t(`mailKind_${kind}`)}
    />
  )
}
