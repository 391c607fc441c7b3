/** The stand-in does what the package does: whatever a voter, the form and the service do to it, in any order, its values,
 *  its errors and its controls are the same. */
import { act, cleanup, fireEvent, render, within } from '@testing-library/react'
import * as fc from 'fast-check'
import { useState } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { renderToString } from 'react-dom/server'
import * as theirs from 'react-hook-form'
import { afterEach, describe, expect, it } from 'vitest'
import { randomRuns } from '../../../testing/random-runs.ts'
import { seed } from '../../../testing/seed.ts'
import * as standIn from './react-hook-form.ts'

afterEach(cleanup)

const empty = { name: '', city: '', state: '', agree: false }
type Values = typeof empty
type Field = keyof Values
const fields = ['name', 'city', 'state', 'agree'] as const

/** Either of the two, as our form uses them. */
const libraries = { theirs: theirs as unknown as typeof standIn, standIn }

const check = async (values: Values) => {
  await Promise.resolve()
  const errors: Partial<Record<Field, standIn.FieldError>> = {}
  if (values.name === '') errors.name = { type: 'custom', message: 'missing' }
  if (values.state === 'TN' && values.city === '') errors.city = { type: 'custom', message: 'needed in TN' }
  if (!values.agree) errors.agree = { type: 'custom', message: 'must be ticked' }
  return Object.keys(errors).length > 0 ? { values: {}, errors } : { values, errors: {} }
}

interface Handle {
  form: standIn.UseFormReturn<Values>
  showFields: (are: boolean) => void
  beginAnew: () => void
}

/** A form with a line for each field, and what is known about it in the page's text. */
function formWith(
  library: typeof standIn,
  onHandle: (handle: Handle) => void,
  errors?: standIn.Settings<Values>['errors'],
) {
  function Line({ form, name }: { form: standIn.UseFormReturn<Values>; name: Field }) {
    const found = library.useFormState({ control: form.control, name, exact: true }).errors[name]
    const control = form.register(name)
    const said = found === undefined ? '' : `${found.type} ${found.message} ${JSON.stringify(found.types)}`
    return (
      <div>
        {name === 'state' ? (
          <select {...control} defaultValue="" data-testid={name}>
            <option value="">-</option>
            <option value="TN">TN</option>
            <option value="MA">MA</option>
          </select>
        ) : (
          <input {...control} type={name === 'agree' ? 'checkbox' : 'text'} data-testid={name} />
        )}
        <p data-testid={`${name} error`}>{said}</p>
      </div>
    )
  }
  function Followers({ form }: { form: standIn.UseFormReturn<Values> }) {
    const state = library.useWatch({ control: form.control, name: 'state' })
    const [name, city] = library.useWatch({ control: form.control, name: ['name', 'city'] })
    const { errors: both } = library.useFormState({ control: form.control, name: ['name', 'agree'], exact: true })
    return <p data-testid="followed">{JSON.stringify([state, name, city, both.name?.type, both.agree?.type])}</p>
  }
  return function Form() {
    const form = library.useForm<Values>({
      defaultValues: empty,
      ...(errors !== undefined && { errors }),
      resolver: check,
      mode: 'onSubmit',
      reValidateMode: 'onSubmit',
      shouldFocusError: false,
    })
    const [areShown, showFields] = useState(true)
    const [round, setRound] = useState(0)
    onHandle({ form, showFields, beginAnew: () => setRound((before) => before + 1) })
    if (!areShown) return null
    return (
      <form key={round}>
        {fields.map((name) => (
          <Line key={name} form={form} name={name} />
        ))}
        <Followers form={form} />
      </form>
    )
  }
}

/** One of the two on a page, with everything that can be seen of it. */
function shown(library: typeof standIn) {
  let handle: Handle | undefined
  const calls: unknown[] = []
  const Form = formWith(library, (latest) => {
    handle = latest
  })
  const { container } = render(<Form />)
  const at = () => handle as Handle
  const control = (name: Field) => within(container).queryByTestId<HTMLInputElement>(name)
  return {
    at,
    calls,
    control,
    see: () => ({
      text: container.textContent,
      values: at().form.getValues(),
      one: at().form.getValues('state'),
      controls: fields.map((name) => (name === 'agree' ? control(name)?.checked : control(name)?.value)),
      calls,
    }),
    submit: () =>
      at().form.handleSubmit(
        (values) => void calls.push(['valid', values]),
        (errors) => void calls.push(['invalid', Object.keys(errors).sort()]),
      )(),
  }
}

type Page = ReturnType<typeof shown>
type Deed = { says: string; does: (page: Page) => unknown }

const texts = fc.constantFrom('', 'Ada', 'x', ' Ada ')
const states = fc.constantFrom('', 'TN', 'MA')
const deeds: fc.Arbitrary<Deed> = fc.oneof(
  fc.tuple(fc.constantFrom('name' as const, 'city' as const), texts).map(([name, value]) => ({
    says: `types "${value}" as ${name}`,
    does: ({ control }: Page) => {
      const input = control(name)
      if (input !== null) fireEvent.change(input, { target: { value } })
    },
  })),
  states.map((value) => ({
    says: `chooses "${value}"`,
    does: ({ control }: Page) => {
      const select = control('state')
      if (select !== null) fireEvent.change(select, { target: { value } })
    },
  })),
  fc.constant({
    says: 'ticks or unticks the box',
    does: ({ control }: Page) => {
      const box = control('agree')
      if (box !== null) fireEvent.click(box)
    },
  }),
  fc.constantFrom(...fields).map((name) => ({
    says: `leaves ${name}`,
    does: ({ control }: Page) => {
      const left = control(name)
      if (left !== null) fireEvent.blur(left)
    },
  })),
  fc.tuple(fc.constantFrom('name' as const, 'city' as const), texts).map(([name, value]) => ({
    says: `sets ${name} to "${value}"`,
    does: ({ at }: Page) => at().form.setValue(name, value, { shouldDirty: true }),
  })),
  states.map((value) => ({
    says: `sets state to "${value}"`,
    does: ({ at }: Page) => at().form.setValue('state', value),
  })),
  fc
    .boolean()
    .map((is) => ({ says: `sets the box to ${is}`, does: ({ at }: Page) => at().form.setValue('agree', is) })),
  fc.constantFrom(...fields).map((name) => ({
    says: `refuses ${name}`,
    does: ({ at }: Page) =>
      at().form.setError(name, { type: 'server', message: 'refused', types: { server: ['refused', 'twice'] } }),
  })),
  fc.constant({ says: 'forgets the errors', does: ({ at }: Page) => at().form.clearErrors() }),
  fc.subarray([...fields], { minLength: 1 }).map((names) => ({
    says: `checks ${names.join(', ')}`,
    does: ({ at }: Page) => at().form.trigger(names),
  })),
  fc.constant({ says: 'submits', does: ({ submit }: Page) => submit() }),
  fc.boolean().map((are) => ({ says: are ? 'comes back' : 'goes on', does: ({ at }: Page) => at().showFields(are) })),
  fc.record({ name: texts, city: texts, state: states, agree: fc.constant(false) }).map((values) => ({
    says: `begins anew with ${JSON.stringify(values)}`,
    does: ({ at }: Page) => {
      at().form.reset(values)
      at().beginAnew()
    },
  })),
)

describe('the stand-in for react-hook-form', () => {
  it('has the values, the errors and the controls that the package has, whatever happens', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(deeds, { minLength: 1, maxLength: 14 }), async (list) => {
        const pages = [shown(libraries.theirs), shown(libraries.standIn)] as const
        try {
          const told: string[] = []
          for (const { says, does } of list) {
            told.push(says)
            for (const page of pages) await act(async () => void (await does(page)))
            expect(pages[1].see(), told.join(', then ')).toEqual(pages[0].see())
          }
        } finally {
          cleanup()
        }
      }),
      { numRuns: randomRuns(60), seed },
    )
  })

  it('does not tell what was found about values that are gone by then', async () => {
    for (const library of Object.values(libraries)) {
      const page = shown(library)
      await act(async () => {
        const submitted = page.submit()
        const checked = page.at().form.trigger(['name'])
        page.at().form.reset({ ...empty, name: 'Ada' })
        await Promise.all([submitted, checked])
      })
      expect(page.see().text).toBe(`-TNMA["","Ada","",null,null]`)
      expect(page.calls).toEqual([])
      cleanup()
    }
  })

  it.each(Object.keys(libraries) as (keyof typeof libraries)[])(
    'keeps what a voter has typed into a page from a server before our script ran, and what that server found: %s',
    async (name) => {
      let handle: Handle | undefined
      const Form = formWith(
        libraries[name],
        (latest) => {
          handle = latest
        },
        { city: { type: 'server', message: 'odd' } },
      )
      const place = document.createElement('div')
      document.body.append(place)
      place.innerHTML = renderToString(<Form />)
      const control = (field: Field) => within(place).getByTestId<HTMLInputElement>(field)
      control('name').value = 'Ada'
      control('state').value = 'TN'
      control('agree').checked = true
      const root = await act(async () => hydrateRoot(place, <Form />))
      expect(handle?.form.getValues()).toEqual({ name: 'Ada', city: '', state: 'TN', agree: true })
      expect([control('name').value, control('state').value, control('agree').checked]).toEqual(['Ada', 'TN', true])
      expect(within(place).getByTestId('city error').textContent).toBe('server odd undefined')
      await act(async () => root.unmount())
      place.remove()
    },
  )
})
