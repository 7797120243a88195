import { useState } from 'react'
import { useSWRConfig } from 'swr'
import { agreementFaults, longestAgreement } from '#shared/rules/agreements.ts'
import { type AnswerOf, cacheKey, useApi } from '../api.ts'
import { problemText, useTexts } from '../i18n.ts'
import { Badge, Notice } from '../kit/Badge.tsx'
import { Button } from '../kit/Button.tsx'
import { dateText, readerZone } from '../kit/format.ts'
import { Dialog } from '../kit/Dialog.tsx'
import { Field } from '../kit/Field.tsx'
import { Form } from '../kit/form/Form.tsx'
import { useForm } from '../kit/form/useForm.ts'
import { NoteIcon } from '../kit/icons.tsx'
import { Menu } from '../kit/Menu.tsx'
import { Skeleton, Skeletons } from '../kit/Skeleton.tsx'
import { EmptyState } from '../kit/States.tsx'
import { type Column, Table } from '../kit/Table.tsx'
import { TextArea } from '../kit/TextArea.tsx'
import { ConflictNotice } from '../shell/ConflictNotice.tsx'
import { Loaded } from '../shell/Loaded.tsx'
import { useSave } from '../shell/useSave.ts'
import { useSaveAtRevision } from '../shell/useVersionedSave.ts'
import { useDraftPart } from '../api/useDraftPart.ts'
import styles from './Agreements.module.css'
import english from './texts.en.json'

const LIST = 'GET /rest-api/agreements/club/{orgId}'
const STANDING = 'GET /rest-api/agreements/standing/{orgUnitId}'
const READ = 'GET /rest-api/agreements/agreement/{agreementId}'
type Agreement = AnswerOf<typeof LIST>['agreements'][number]

/** A club's agreements: create, edit, archive. */
export function TextsPart({ orgId }: { orgId: string }) {
  const t = useTexts('agreements', english)
  const read = useApi(LIST, { orgId }, { handles: ['failures'] })
  const [editedAgreement, setEditedAgreement] = useState<Agreement | 'new'>()
  const addButton = (
    <Button kind="primary" onClick={() => setEditedAgreement('new')}>
      {t('newAgreement')}
    </Button>
  )
  return (
    <>
      <Loaded
        read={read}
        failed={t('loadFailed')}
        skeleton={
          <Skeletons label={t('loading')}>
            <Skeleton height="60px" />
            <Skeleton height="60px" />
          </Skeletons>
        }
        empty={{
          when: ({ agreements }) => agreements.length === 0,
          show: (
            <EmptyState title={t('noTexts')} hint={t('noTextsHint')} icon={<NoteIcon size={32} />}>
              {addButton}
            </EmptyState>
          ),
        }}
      >
        {({ agreements }) => (
          <>
            <div className={styles.tools}>{addButton}</div>
            <List agreements={agreements} edit={setEditedAgreement} />
          </>
        )}
      </Loaded>
      <Dialog
        opened={editedAgreement !== undefined}
        close={() => setEditedAgreement(undefined)}
        title={editedAgreement === 'new' ? t('newAgreement') : t('editAgreement')}
        shape="page"
      >
        {editedAgreement === 'new' && (
          <AgreementForm key="new" orgId={orgId} close={() => setEditedAgreement(undefined)} />
        )}
        {editedAgreement !== undefined && editedAgreement !== 'new' && (
          <AgreementEditor
            key={editedAgreement.id}
            orgId={orgId}
            agreementId={editedAgreement.id}
            close={() => setEditedAgreement(undefined)}
          />
        )}
      </Dialog>
    </>
  )
}

function List({ agreements, edit }: { agreements: Agreement[]; edit: (which: Agreement) => void }) {
  const t = useTexts('agreements', english)
  const archive = useArchive()
  const columns: Column<Agreement>[] = [
    {
      key: 'title',
      head: t('agreement'),
      width: 'minmax(0, 2fr)',
      cell: ({ title, archived }) => (
        <>
          {title} {archived && <Badge>{t('archived')}</Badge>}
        </>
      ),
    },
    { key: 'version', head: t('version'), width: '6em', cell: ({ textVersion }) => String(textVersion) },
    { key: 'since', head: t('asked'), width: '9em', cell: ({ since }) => dateText(since, readerZone()) },
  ]
  return (
    <Table
      label={t('texts')}
      rows={agreements}
      columns={columns}
      keyOf={({ id }) => id}
      nameOf={({ title }) => title}
      actions={(row) => (
        <Menu
          about={row.title}
          items={[
            { label: t('edit'), run: () => edit(row) },
            row.archived
              ? { label: t('askAgain'), run: () => archive(row.id, false) }
              : { label: t('archive'), run: () => archive(row.id, true) },
          ]}
        />
      )}
    />
  )
}

/** Archives an agreement or restores it. Nothing is lost: signatures stay, and it can be asked for again. */
function useArchive() {
  const t = useTexts('agreements', english)
  const { save } = useSave('PUT /rest-api/agreements/agreement/{agreementId}/archived', {
    refreshes: [LIST, STANDING],
    saved: ({ archived }) => (archived ? t('archivedNow') : t('askedAgain')),
    failed: problemText,
    undo: ({ archived }, { agreementId }) => setArchived(agreementId, !archived),
  })
  const setArchived = (agreementId: string, archived: boolean) => void save({ agreementId, body: { archived } })
  return setArchived
}

function AgreementEditor({ agreementId, ...props }: { orgId: string; agreementId: string; close: () => void }) {
  const t = useTexts('agreements', english)
  const read = useApi(READ, { agreementId, query: {} }, { handles: ['failures'] })
  return (
    <Loaded
      read={read}
      failed={t('textFailed')}
      skeleton={
        <Skeletons label={t('loadingText')}>
          <Skeleton height="240px" />
        </Skeletons>
      }
    >
      {(agreement) => <AgreementForm {...props} agreement={agreement} />}
    </Loaded>
  )
}

type AgreementFormProps = { orgId: string; agreement?: AnswerOf<typeof READ>; close: () => void }

function AgreementForm({ orgId, agreement, close }: AgreementFormProps) {
  const t = useTexts('agreements', english)
  const refreshes = [LIST, STANDING, READ, 'GET /rest-api/agreements/mine'] as const
  const create = useSave('POST /rest-api/agreements/club/{orgId}', { refreshes, saved: t('savedNew') })
  const update = useSave('PUT /rest-api/agreements/agreement/{agreementId}', { refreshes, saved: t('saved') })
  const { mutate } = useSWRConfig()
  const initialRevision = useState(agreement?.revision ?? 0)
  // The draft belongs to a revision, so that text typed on an older one does not replace what others have saved since.
  const draft = `agreement.${agreement?.id ?? orgId}.${initialRevision[0]}`
  const newAgreement = useDraftPart('w', draft)
  const form = useForm({
    draft,
    onDiscard: newAgreement.startNew,
    values: { title: agreement?.title ?? '', text: agreement?.text ?? '' },
    faults: agreementFaults,
    async save(values) {
      if (agreement) {
        const saveAtRevision = (revision: number) =>
          update.save({ agreementId: agreement.id, body: { ...values, revision } })
        if (!(await versionedSave.save(saveAtRevision))) return false
      } else {
        await newAgreement.send(() => create.save({ orgId, body: { ...values, part: newAgreement.part } }))
      }
      close()
      return true
    },
  })
  const versionedSave = useSaveAtRevision(initialRevision, {
    current: agreement?.revision ?? 0,
    isDirty: form.dirty,
    refetch: async () => agreement && mutate(cacheKey(READ, { agreementId: agreement.id, query: {} })),
    resetForm: form.discard,
  })
  return (
    <Form of={form} submit={agreement ? t('save') : t('askFor')}>
      <ConflictNotice onReload={versionedSave.reload} />
      <Field label={t('titleField')} required autoComplete="off" {...form.field('title')} />
      <TextArea label={t('textField')} required rows={14} limit={longestAgreement} {...form.field('text')} />
      {agreement && form.values.text.trim() !== agreement.text && (
        <Notice tone="warning">{t('newVersion', { version: agreement.textVersion + 1 })}</Notice>
      )}
    </Form>
  )
}
