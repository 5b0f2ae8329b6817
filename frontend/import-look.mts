import { chromium } from "@playwright/test";
import { readFileSync } from "node:fs";
const stack = JSON.parse(readFileSync("/tmp/import-stack.json","utf8"));
const fs = await import("node:fs");
const STATE="/tmp/import-look/state.json";
const browser = await chromium.launch({executablePath:"/usr/bin/chromium",args:["--no-sandbox","--disable-gpu"]});
if(!fs.existsSync(STATE)){const p=await browser.newPage();await p.goto(stack.login_link);await p.waitForURL("**/runs");await p.context().storageState({path:STATE});await p.close();}
const data="/work/wt-import/backend/tests/data/fio/";
const which=process.argv[2]??"all";
for (const [w,h] of [[1440,900],[390,844]] as const) for (const scheme of ["light","dark"] as const){
  const ctx=await browser.newContext({storageState:STATE,viewport:{width:w,height:h},colorScheme:scheme,timezoneId:"Europe/Berlin"});
  const page=await ctx.newPage();
  page.on("pageerror",e=>console.log("ERR",e.message)); page.on("console",m=>{if(m.type()==="error")console.log("CON",m.text())});
  const shot=async(n:string)=>page.screenshot({path:`/tmp/import-look/${n}-${w}-${scheme}.png`,fullPage:true});
  await page.goto(stack.url+"/import");
  await page.getByRole("heading",{level:1}).waitFor();
  if(which==="all"||which==="empty") await shot("empty");
  if(which==="all"||which==="nas"){ await page.getByLabel("Or paste text").fill(readFileSync("/tmp/import-look/nas.txt","utf8")); await page.getByRole("table").waitFor(); await page.waitForTimeout(300); await shot("nas"); await page.getByRole("button",{name:/^Save/}).click(); await page.waitForTimeout(200); await shot("nohost"); await page.getByLabel("Remove Pasted text").click(); await page.waitForTimeout(300);}
  if(which==="all"||which==="files"){ await page.locator("input[type=file]").first().setInputFiles([data+"3.42_base.json",data+"3.42_ramp-interrupted.txt","/tmp/import-look/rounded.txt",data+"3.1_markdown-of-many-runs.md","/work/wt-import/README.md"].filter(f=>fs.existsSync(f)).concat(["/work/wt-import/Makefile"])); await page.getByRole("table").first().waitFor(); await page.waitForTimeout(900); await shot("files");
    await page.getByLabel("Host",{exact:false}).first().fill("nas-client"); await page.keyboard.press("Escape"); await page.getByRole("button",{name:/^Save/}).click(); await page.getByRole("button",{name:"Import more"}).waitFor(); await page.waitForTimeout(400); await shot("saved"); }
  await ctx.close();
}
await browser.close();
