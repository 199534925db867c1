package wirelab.replay

import java.time.Instant
import java.util.UUID
import wirelab.domain._

/** The event processor: folds events into the site that they add up to. `replay.py` of this workload says what each
  * event means; this says the same.
  */
final class SiteReplay extends wirelab.types.Replay {
  override def start(): AnyRef = None

  override def step(state: AnyRef, columns: AnyRef, payload: AnyRef): AnyRef = {
    val now = columns.asInstanceOf[SiteEventData].timestamp
    Some(SiteReplay.after(state.asInstanceOf[Option[Site]], payload.asInstanceOf[SiteEvent], now))
  }

  override def end(state: AnyRef): AnyRef =
    state.asInstanceOf[Option[Site]].getOrElse(throw new ReplayError("no event creates the site"))
}

/** An event that does not fit the site as it is; names what is absent, or there already. */
final class ReplayError(message: String) extends RuntimeException(message)

private object SiteReplay {
  def after(site: Option[Site], event: SiteEvent, now: Instant): Site = (site, event) match {
    case (None, SiteCreated(id, owner, siteType))  => created(id, owner, siteType, now)
    case (Some(_), _: SiteCreated)                 => throw new ReplayError("the site is created twice")
    case (Some(before), _)                         => changed(before, event, now).copy(dateUpdated = now)
    case (None, _) => throw new ReplayError(s"${event.productPrefix} before the site is created")
  }

  private def created(id: Option[UUID], owner: Option[UUID], siteType: SiteType, now: Instant): Site =
    Site(
      id = id,
      ownerId = owner,
      revision = 0,
      siteType = siteType,
      flags = Vector.empty,
      name = "",
      description = "",
      domains = Vector.empty,
      defaultMetaTags = Vector.empty,
      pages = Vector.empty,
      entryPoints = Vector.empty,
      published = false,
      dateCreated = now,
      dateUpdated = now
    )

  private def changed(site: Site, event: SiteEvent, now: Instant): Site = event match {
    case SiteNameSet(name)               => site.copy(name = name)
    case SiteDescriptionSet(description) => site.copy(description = description)
    case SiteRevisionSet(revision)       => site.copy(revision = revision)
    case SitePublished()                 => site.copy(published = true)
    case SiteUnpublished()               => site.copy(published = false)

    case SiteFlagAdded(flag) =>
      site.copy(flags = added(site.flags, flag, s"flag ${flag.number}")(_ == flag))
    case SiteFlagRemoved(flag) =>
      site.copy(flags = removed(site.flags, s"flag ${flag.number}")(_ == flag))

    case DomainAdded(name) =>
      site.copy(domains = added(site.domains, Domain(name, primary = false), s"domain $name")(_.name == name))
    case DomainRemoved(name) =>
      site.copy(domains = removed(site.domains, s"domain $name")(_.name == name))
    case PrimaryDomainSet(name) =>
      place(site.domains, s"domain $name")(_.name == name)
      site.copy(domains = site.domains.map(domain => domain.copy(primary = domain.name == name)))

    case DefaultMetaTagAdded(name, value) =>
      val tags = added(site.defaultMetaTags, MetaTag(name, value), s"default meta tag $name")(_.name == name)
      site.copy(defaultMetaTags = tags)
    case DefaultMetaTagRemoved(name) =>
      site.copy(defaultMetaTags = removed(site.defaultMetaTags, s"default meta tag $name")(_.name == name))

    case PageAdded(path) =>
      val page = Page(name = "", path = path, metaTags = Vector.empty, components = Vector.empty)
      site.copy(pages = added(site.pages, page, s"page $path")(_.path == path))
    case PageRemoved(path) =>
      site.copy(pages = removed(site.pages, s"page $path")(_.path == path))
    case PageNameSet(path, name) =>
      withPage(site, path)(_.copy(name = name))
    case PageMetaTagAdded(path, name, value) =>
      withPage(site, path) { page =>
        val tags = added(page.metaTags, MetaTag(name, value), s"meta tag of page $path $name")(_.name == name)
        page.copy(metaTags = tags)
      }
    case PageMetaTagRemoved(path, name) =>
      withPage(site, path) { page =>
        page.copy(metaTags = removed(page.metaTags, s"meta tag of page $path $name")(_.name == name))
      }

    case PageComponentAdded(path, id, componentType) =>
      if (site.pages.exists(_.components.exists(_.id == id))) thereAlready(s"component ${id.mkString}")
      val component = PageComponent(id, componentType, data = None, position = None, dateCreated = now, dateUpdated = now)
      withPage(site, path)(page => page.copy(components = page.components :+ component))
    case PageComponentRemoved(path, id) =>
      withPage(site, path) { page =>
        page.copy(components = removed(page.components, s"component on page $path ${id.mkString}")(_.id == id))
      }
    case PageComponentPositionSet(id, x, y) =>
      withComponent(site, id, now)(_.copy(position = Some(PageComponentPosition(x, y))))
    case PageComponentPositionReset(id) =>
      withComponent(site, id, now)(_.copy(position = None))
    case TextComponentDataSet(id, text) =>
      withComponent(site, id, now)(_.copy(data = Some(TextComponentData(text))))
    case ButtonComponentDataSet(id, name, text, action) =>
      withComponent(site, id, now)(_.copy(data = Some(ButtonComponentData(name, text, action))))
    case BlogComponentDataSet(id, name, rss, tags) =>
      withComponent(site, id, now)(_.copy(data = Some(BlogComponentData(name, rss, tags))))

    case DomainEntryPointAdded(domain)   => withEntryPoint(site, DomainEntryPoint(domain, primary = false))
    case FreeEntryPointAdded(user, name) => withEntryPoint(site, FreeEntryPoint(user, name, primary = false))
    case EntryPointRemoved(key) =>
      site.copy(entryPoints = removed(site.entryPoints, s"entry point $key")(lookupKey(_) == key))
    case PrimaryEntryPointSet(key) =>
      place(site.entryPoints, s"entry point $key")(lookupKey(_) == key)
      site.copy(entryPoints = site.entryPoints.map(point => withPrimary(point, lookupKey(point) == key)))

    case SiteEvent.Empty | _: SiteCreated => throw new ReplayError(s"${event.productPrefix} changes no site")
  }

  private def withPage(site: Site, path: String)(change: Page => Page): Site =
    site.copy(pages = replaced(site.pages, s"page $path")(_.path == path)(change))

  private def withComponent(site: Site, id: Option[UUID], now: Instant)(change: PageComponent => PageComponent): Site = {
    def what = s"component ${id.mkString}"
    val pages = replaced(site.pages, what)(_.components.exists(_.id == id)) { page =>
      val components = replaced(page.components, what)(_.id == id)(change(_).copy(dateUpdated = now))
      page.copy(components = components)
    }
    site.copy(pages = pages)
  }

  private def withEntryPoint(site: Site, point: EntryPoint): Site = {
    val key = lookupKey(point)
    site.copy(entryPoints = added(site.entryPoints, point, s"entry point $key")(lookupKey(_) == key))
  }

  private def lookupKey(point: EntryPoint): String = point match {
    case DomainEntryPoint(domain, _)   => domain
    case FreeEntryPoint(user, name, _) => s"$user/$name"
    case EntryPoint.Empty              => ""
  }

  private def withPrimary(point: EntryPoint, primary: Boolean): EntryPoint = point match {
    case domain: DomainEntryPoint => domain.copy(primary = primary)
    case free: FreeEntryPoint     => free.copy(primary = primary)
    case EntryPoint.Empty         => EntryPoint.Empty
  }

  private def added[A](items: Vector[A], item: A, what: => String)(is: A => Boolean): Vector[A] =
    if (items.exists(is)) thereAlready(what) else items :+ item

  private def removed[A](items: Vector[A], what: => String)(is: A => Boolean): Vector[A] =
    items.patch(place(items, what)(is), Nil, 1)

  private def replaced[A](items: Vector[A], what: => String)(is: A => Boolean)(change: A => A): Vector[A] = {
    val at = place(items, what)(is)
    items.updated(at, change(items(at)))
  }

  private def place[A](items: Vector[A], what: => String)(is: A => Boolean): Int = {
    val at = items.indexWhere(is)
    if (at < 0) throw new ReplayError(s"there is no $what") else at
  }

  private def thereAlready(what: String): Nothing = throw new ReplayError(s"$what is there already")
}
