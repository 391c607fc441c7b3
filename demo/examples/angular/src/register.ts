import { Component, CUSTOM_ELEMENTS_SCHEMA } from '@angular/core'
import 'voter-registration/element'

@Component({
  selector: 'app-register',
  schemas: [CUSTOM_ELEMENTS_SCHEMA],
  template: `
    <voter-registration api-base="http://127.0.0.1:8787" (vr-result)="onResult($event)">
      <a href="http://127.0.0.1:8787/form">Register to vote</a> or <a href="https://vote.gov/">go to the official site</a>
    </voter-registration>
  `,
})
export class Register {
  onResult(event: CustomEvent<{ buttons: number }>) {
    console.log(event.detail.buttons)
  }
}
