import type { Question } from './ConfirmDialog.tsx'

/**
 * Asks before something is lost: `if (await confirm({ title: 'Delete the event?', lost: '…', yes: 'Delete' })) …`. False
 * when the answer is no, or when the question was left in any other way. The dialog is loaded when it is needed; without
 * signal the browser's own asks.
 */
export async function confirm(question: Question): Promise<boolean> {
  const dialog = await import('./ConfirmDialog.tsx').catch(() => undefined)
  if (dialog) return dialog.askInDialog(question)
  return window.confirm([question.title, ...[question.lost].flat(), question.kept].filter(Boolean).join('\n\n'))
}
