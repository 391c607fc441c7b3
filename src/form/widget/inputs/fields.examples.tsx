/** The form's fields in each of their states, outside of a whole form. */
import { type ReactNode, useEffect, useId, useMemo } from 'react'
import { useForm } from 'react-hook-form'
import { es as spanish } from '../../locales/es.ts'
import type { Example } from '../../testing/example.ts'
import { TitleField, ZipcodeField } from '../form/field-groups.tsx'
import { emptyValues, type FormField, type FormValues, formFields } from '../form/fields.ts'
import { FormContext, ownContext } from '../form-context.ts'
import { createFormMessages, type ErrorCode, type FormMessages } from '../messages/catalog.ts'
import { DateOfBirthField } from './date-of-birth-field.tsx'
import { FieldContext } from './form-tools.ts'
import { CheckboxField, StateField, TextField } from './labelled-field.tsx'

const en = createFormMessages()
const es = createFormMessages(spanish)

/** A form around single fields: their values, and their errors. */
export function FormAround(props: {
  words?: FormMessages
  values?: Partial<FormValues>
  wrong?: Partial<Record<FormField, ErrorCode>>
  children: ReactNode
}) {
  const { words: t = en, values, wrong, children } = props
  const instanceId = `example${useId().replaceAll(/\W/g, '')}`
  const initial = useMemo(() => ({ ...emptyValues, ...values }), [values])
  const form = useForm<FormValues>({ defaultValues: initial })
  useEffect(() => {
    for (const field of formFields) {
      const message = wrong?.[field]
      if (message !== undefined) form.setError(field, { type: 'custom', message })
    }
  }, [form, wrong])
  const tools = useMemo(
    () => ({
      form,
      initial,
      afterPointerUp: (run: () => void) => run(),
      revalidate: () => {},
      isServerRendered: false,
    }),
    [form, initial],
  )
  const context = useMemo(
    () => ({ ...ownContext, t, instanceId, headingLevel: 3 as const, clock: { now: () => Date.UTC(2026, 2, 2, 12) } }),
    [t, instanceId],
  )
  return (
    <div className="vr-root" lang={t.language}>
      <form className="vr-form" noValidate onSubmit={(event) => event.preventDefault()}>
        <FormContext.Provider value={context}>
          <FieldContext.Provider value={tools}>{children}</FieldContext.Provider>
        </FormContext.Provider>
      </form>
    </div>
  )
}

export const examples: Example[] = [
  {
    name: 'text, empty',
    render: () => (
      <FormAround>
        <TextField name="firstName" />
      </FormAround>
    ),
  },
  {
    name: 'text, optional',
    render: () => (
      <FormAround>
        <TextField name="middleName" optional />
      </FormAround>
    ),
  },
  {
    name: 'text, with a hint',
    render: () => (
      <FormAround>
        <TextField name="address1" hint={en.hints.address1} />
      </FormAround>
    ),
  },
  {
    name: 'text, wrong',
    render: () => (
      <FormAround values={{ email: 'ada@' }} wrong={{ email: 'emailInvalid' }}>
        <TextField name="email" />
      </FormAround>
    ),
  },
  {
    name: 'text, wrong, Spanish',
    render: () => (
      <FormAround words={es} wrong={{ phone: 'phoneInvalid' }} values={{ phone: '555' }}>
        <TextField name="phone" optional />
      </FormAround>
    ),
  },
  {
    name: 'title',
    render: () => (
      <FormAround>
        <TitleField />
      </FormAround>
    ),
  },
  {
    name: 'title in Tennessee, wrong',
    render: () => (
      <FormAround values={{ state: 'TN' }} wrong={{ title: 'titleMissing' }}>
        <TitleField />
      </FormAround>
    ),
  },
  {
    name: 'date of birth',
    render: () => (
      <FormAround>
        <DateOfBirthField />
      </FormAround>
    ),
  },
  {
    name: 'date of birth, year wrong',
    render: () => (
      <FormAround values={{ birthMonth: '4', birthDay: '12', birthYear: '90' }} wrong={{ birthYear: 'dateInvalid' }}>
        <DateOfBirthField />
      </FormAround>
    ),
  },
  {
    name: 'date of birth, wrong as a whole, Spanish',
    render: () => (
      <FormAround
        words={es}
        values={{ birthMonth: '2', birthDay: '30', birthYear: '1990' }}
        wrong={{ birthMonth: 'dateInvalid', birthDay: 'dateInvalid', birthYear: 'dateInvalid' }}
      >
        <DateOfBirthField />
      </FormAround>
    ),
  },
  {
    name: 'state, ZIP code, city',
    render: () => (
      <FormAround
        wrong={{ state: 'stateMissing', zipcode: 'zipcodeInvalid' }}
        values={{ city: 'Boston', zipcode: '2108' }}
      >
        <div className="vr-row vr-row-last">
          <StateField />
          <ZipcodeField />
        </div>
        <TextField name="city" />
      </FormAround>
    ),
  },
  {
    name: 'checkbox',
    render: () => (
      <FormAround>
        <CheckboxField name="agree" required>
          <span>I have read this and I agree.</span>
        </CheckboxField>
      </FormAround>
    ),
  },
  {
    name: 'checkbox, wrong',
    render: () => (
      <FormAround wrong={{ agree: 'agreeMissing' }}>
        <CheckboxField name="agree" required>
          <span>I have read this and I agree.</span>
        </CheckboxField>
      </FormAround>
    ),
  },
]
