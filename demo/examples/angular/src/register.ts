import { Component, CUSTOM_ELEMENTS_SCHEMA, signal } from '@angular/core'
import 'voter-registration/element'

@Component({
  selector: 'app-register',
  schemas: [CUSTOM_ELEMENTS_SCHEMA],
  template: `
    <voter-registration api-base="http://127.0.0.1:8787" (vr-result)="ways.set($event.detail.buttons)">
      <a href="http://127.0.0.1:8787/form">Register to vote</a> or <a href="https://vote.gov/">go to the official site</a>
    </voter-registration>
    @if (ways() !== undefined) {
      <p>Ways to go on: {{ ways() }}</p>
    }
  `,
})
export class Register {
  readonly ways = signal<number | undefined>(undefined)
}
